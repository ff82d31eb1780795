package io.amoeba.streaming.protocol.pace;

/** What a join must not do to its cluster. */
enum PaceHarm {
  /** More than three per cent of the throughput of a quarter. */
  CLIENTS_LOSE,
  /** A fifth of what the sender can do in a minute; a third, if it was silent. */
  CLIENTS_SUFFER,
  /** Nothing of the new node's capacity is felt before the end. */
  NO_GAIN,
  /** The join takes longer than the lowest rate allows. */
  ENDLESS,
  /** The join is slow for a reason that is not its own. */
  TOO_SLOW,
  /** A joining node without CPU to spare gets more and more. */
  JOINING_NODE_PRESSED,
  /** An idle cluster's join stays slow. */
  SLOW_WHILE_IDLE
}
