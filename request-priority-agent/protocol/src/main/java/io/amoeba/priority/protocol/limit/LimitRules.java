package io.amoeba.priority.protocol.limit;

/**
 * What the adaptive limit aims at. Immutable.
 *
 * @param most the limit's upper end, in requests; at least 1
 * @param targetMicros 95 % of the hop waits of high tasks shall be at most that long
 */
public record LimitRules(int most, long targetMicros) {
  public LimitRules {
    if (most < 1 || targetMicros < 1) {
      throw new IllegalArgumentException(
          "most " + most + " and target " + targetMicros + " us must be at least 1");
    }
  }
}
