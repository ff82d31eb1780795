package io.amoeba.shift.protocol.decision;

/** Whether reads leave a node while work is announced. */
public enum ShiftMode {
  /** They stay. */
  OFF,
  /** They leave where that pays: this node waits for its disk, and the others have room. */
  AUTO,
  /** They leave unless that would harm: another replica is down or shifted. */
  ALWAYS
}
