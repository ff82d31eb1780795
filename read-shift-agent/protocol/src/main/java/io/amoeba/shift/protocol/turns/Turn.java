package io.amoeba.shift.protocol.turns;

/** Whose turn it is, for one node. */
public enum Turn {
  /** That of the node's rack. */
  OWN,
  /** That of another rack, or nobody's. */
  OTHER,
  /** Racks take no turns: nodes of one rack may share ranges, or there is one rack. */
  NONE
}
