package io.amoeba.hints.settings;

/** Why a read became no hint, or a hint no replay. */
public enum DropReason {
  /** Here: more reads in an interval than the buffer has entries. */
  BUFFER_FULL,
  /** Here: the key, or the rows that the read asks for, are too long. */
  OVERSIZED,
  /** Here: the peer has not answered its last batches yet. */
  PEER_BUSY,
  /** On the way: the peer did not answer; it may have taken them nevertheless. */
  PEER_SILENT,
  /** There: too many batches wait; counts batches. */
  INBOX_FULL,
  /** There: no replay thread was free before newer ones had come. */
  LATE,
  /** There: a batch that is none; counts batches. */
  MALFORMED,
  /** There: no such table, or one that has no hints. */
  UNKNOWN_TABLE,
  /** There: this node is no replica of the key. */
  OUT_OF_RANGE,
  /** There: switched off, for all or for the table. */
  SWITCHED_OFF,
  /** There: not in the fraction to apply, the operator's or a lower one while load is shed. */
  NOT_SAMPLED,
  /** There: the replay failed. */
  FAILED
}
