package io.amoeba.shift.agent;

import io.amoeba.shift.protocol.decision.ShiftSettings;
import io.amoeba.shift.protocol.turns.PostponeBounds;
import java.time.Duration;

/**
 * The agent's options, checked. Immutable.
 *
 * @param shift the mode is the one that the node starts with
 * @param warmUpLimit reads return after this time whether the caches are warm or not; 0: they are
 *     not warmed
 */
public record AgentOptions(ShiftSettings shift, Duration warmUpLimit, TurnOptions turns) {

  /**
   * When large compactions start.
   *
   * @param on whether they wait for their rack's turn, as the node starts
   * @param leastBytes that a large compaction reads
   * @param turn of each rack, with its gap
   * @param gap at the end of a turn, in which none starts
   */
  public record TurnOptions(
      boolean on, long leastBytes, Duration turn, Duration gap, PostponeBounds bounds) {}
}
