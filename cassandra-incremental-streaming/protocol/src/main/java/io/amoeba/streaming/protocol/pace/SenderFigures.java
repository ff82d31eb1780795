package io.amoeba.streaming.protocol.pace;

import java.util.OptionalDouble;

/**
 * What a member says of its load while a node joins. What it does not know is absent. Immutable.
 *
 * @param cpu the used part of its CPUs, 0 … 1
 * @param latency of the requests that it coordinates, over their latency before the join
 * @param answered how many requests it answers in a second, over their number before the join
 * @param joinShare the part of its CPUs that it uses to send, 0 … 1
 */
public record SenderFigures(
    OptionalDouble cpu, OptionalDouble latency, OptionalDouble answered, OptionalDouble joinShare) {

  /** Of a member that knows nothing. */
  public static final SenderFigures UNKNOWN =
      new SenderFigures(
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty());

  public SenderFigures {
    requireNotNegative("CPU", cpu);
    requireNotNegative("latency", latency);
    requireNotNegative("answered", answered);
    requireNotNegative("join's share", joinShare);
  }

  private static void requireNotNegative(String what, OptionalDouble figure) {
    if (figure.isPresent() && !(figure.getAsDouble() >= 0 && figure.getAsDouble() < 1e6)) {
      throw new IllegalArgumentException(
          what + " of " + figure.getAsDouble() + ": want 0 or more, and less than a million");
    }
  }
}
