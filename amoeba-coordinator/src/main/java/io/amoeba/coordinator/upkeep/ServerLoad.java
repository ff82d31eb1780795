package io.amoeba.coordinator.upkeep;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How many commands per second a primary executes, resting and working, by its answers so far.
 * Replicas have none: theirs are the writes of their primary. Immutable.
 *
 * @param now between the last two answers; empty: it did not lead, or has answered once
 * @param most at any time
 * @param resting at the last time without work
 * @param working during its last work, if that were fewer than before it; empty: nobody has seen
 *     that its work costs commands
 */
public record ServerLoad(
    OptionalDouble now, OptionalDouble most, OptionalDouble resting, OptionalDouble working) {

  /** Of a server that has never answered. */
  public static final ServerLoad UNKNOWN =
      new ServerLoad(
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty());

  /** The load of every server wavers so much. */
  private static final double NOTICEABLE = 0.95;

  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * The load after one more answer. Only a time that was all work, or all rest, tells of either.
   *
   * @param before the answer before it; empty: there was none
   */
  ServerLoad next(Optional<ServerWork> before, ServerWork answer) {
    OptionalDouble rate = before.map(last -> rate(last, answer)).orElse(OptionalDouble.empty());
    if (rate.isEmpty()) {
      return new ServerLoad(rate, most, resting, working);
    }
    double commands = rate.getAsDouble();
    OptionalDouble newMost = OptionalDouble.of(Math.max(commands, most.orElse(0)));
    boolean workedBefore = before.flatMap(ServerWork::running).isPresent();
    boolean works = answer.running().isPresent();
    if (workedBefore && works && resting.isPresent()) {
      boolean fewer = commands < NOTICEABLE * resting.getAsDouble();
      return new ServerLoad(rate, newMost, resting, fewer ? rate : OptionalDouble.empty());
    }
    return new ServerLoad(rate, newMost, workedBefore || works ? resting : rate, working);
  }

  private static OptionalDouble rate(ServerWork before, ServerWork now) {
    Optional<Instant> from = before.clock();
    Optional<Instant> to = now.clock();
    boolean led = before.leads() && now.leads();
    if (!led
        || from.isEmpty()
        || to.isEmpty()
        || before.commands().isEmpty()
        || now.commands().isEmpty()) {
      return OptionalDouble.empty();
    }
    Duration time = Duration.between(from.get(), to.get());
    long commands = now.commands().getAsLong() - before.commands().getAsLong();
    return commands < 0 || time.isZero() || time.isNegative()
        ? OptionalDouble.empty() // it was restarted, or its clock was set back
        : OptionalDouble.of(commands / (time.toNanos() / NANOS_PER_SECOND));
  }
}
