package io.amoeba.streaming.protocol.join;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How a join is planned and driven.
 *
 * @param tokensPerStep 1 … all, or {@link #AUTOMATIC}: about one step per sender's worth of data,
 *     and at least eight steps
 * @param order in which tokens are taken
 * @param seed of {@link StepOrder#RANDOM}
 * @param sendersAtATime how many senders stream at once, at least 1
 * @param lookAhead how many steps are announced ahead of the first unfinished one, 0 … {@link
 *     #MAX_LOOK_AHEAD}
 * @param retryMin pause after a session's first failure; doubles with each further one
 * @param retryMax the longest such pause
 * @param margin added to each wait for members' timeouts, for clocks that tick coarsely
 */
public record JoinSettings(
    int tokensPerStep,
    StepOrder order,
    long seed,
    int sendersAtATime,
    int lookAhead,
    Duration retryMin,
    Duration retryMax,
    Duration margin) {

  public static final int AUTOMATIC = 0;

  /** Each one makes writes of its ranges need an acknowledgement more, earlier. */
  public static final int MAX_LOOK_AHEAD = 8;

  public static final JoinSettings DEFAULTS =
      new JoinSettings(
          AUTOMATIC,
          StepOrder.TOKEN,
          0,
          1,
          2,
          Duration.ofSeconds(5),
          Duration.ofMinutes(5),
          Duration.ofMillis(500));

  public JoinSettings {
    List<String> errors = new ArrayList<>();
    require(
        tokensPerStep >= 0,
        "tokensPerStep " + tokensPerStep + ": want 0 (automatic) or more",
        errors);
    require(sendersAtATime >= 1, "sendersAtATime " + sendersAtATime + ": want 1 or more", errors);
    require(
        lookAhead >= 0 && lookAhead <= MAX_LOOK_AHEAD,
        "lookAhead " + lookAhead + ": want 0 … " + MAX_LOOK_AHEAD,
        errors);
    require(
        !retryMin.isNegative() && !retryMin.isZero() && retryMin.compareTo(retryMax) <= 0,
        "retryMin " + retryMin + ", retryMax " + retryMax + ": want 0 < retryMin <= retryMax",
        errors);
    require(!margin.isNegative(), "margin " + margin + ": want 0 or more", errors);
    if (!errors.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", errors));
    }
  }

  private static void require(boolean holds, String error, List<String> errors) {
    if (!holds) {
      errors.add(error);
    }
  }

  /** The order in which a plan takes its tokens. */
  public enum StepOrder {
    /** Ascending. */
    TOKEN,
    /** One token of each sender in turn, so that no sender is read for long. */
    ROUND_ROBIN,
    /** Shuffled, by the settings' seed. */
    RANDOM,
    /**
     * Tokens of the least loaded sender first ({@link SenderRanks}), as known when the plan is
     * made.
     */
    LEAST_LOADED
  }
}
