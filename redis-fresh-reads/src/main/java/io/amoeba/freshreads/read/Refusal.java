package io.amoeba.freshreads.read;

/** Why a replica's answer was not taken. */
public enum Refusal {
  /** What the replica has proven is older than the bound allows. */
  OLD,
  /** It shows no value: the key may have moved away. */
  ABSENT,
  /** An error, or the end of the connection. */
  ERROR,
  /** No answer in time. */
  LATE,
  /** A command that only the primary may answer; it was not sent to the replica. */
  COMMAND
}
