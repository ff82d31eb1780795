package io.amoeba.streaming.protocol.join;

/** The order in which a plan takes its tokens. */
public enum StepOrder {
  /** Ascending. */
  TOKEN,
  /** One token of each sender in turn, so that no sender is read for long. */
  ROUND_ROBIN,
  /** Shuffled, by the settings' seed. */
  RANDOM,
  /**
   * Tokens of the least loaded sender first ({@link SenderRanks}), as known when the plan is made.
   */
  LEAST_LOADED
}
