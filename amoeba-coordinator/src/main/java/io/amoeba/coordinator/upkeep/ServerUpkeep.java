package io.amoeba.coordinator.upkeep;

import io.amoeba.coordinator.upkeep.UpkeepForecast.Due;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A server's background work by its last answer, and when its next works come. Immutable.
 *
 * @param load by all answers so far
 * @param age of the answer
 */
public record ServerUpkeep(
    ServerWork work, UpkeepForecast save, UpkeepForecast rewrite, ServerLoad load, Duration age) {

  /**
   * Of an answer that has just come.
   *
   * @param before by the answer before it, of the same server
   */
  public static ServerUpkeep of(Optional<ServerUpkeep> before, ServerWork now) {
    Optional<ServerWork> last = before.map(ServerUpkeep::work);
    return new ServerUpkeep(
        now,
        UpkeepForecast.of(UpkeepKind.SAVE, last, now),
        UpkeepForecast.of(UpkeepKind.REWRITE, last, now),
        before.map(ServerUpkeep::load).orElse(ServerLoad.UNKNOWN).next(last, now),
        Duration.ZERO);
  }

  /** The same with an answer of this age. */
  public ServerUpkeep aged(Duration newAge) {
    return new ServerUpkeep(work, save, rewrite, load, newAge);
  }

  /** Of each kind that a server begins by itself. */
  public List<UpkeepForecast> forecasts() {
    return List.of(save, rewrite);
  }

  /** The earliest work that comes by itself. */
  public Optional<Due> next() {
    return Stream.of(save, rewrite)
        .filter(Due.class::isInstance)
        .map(Due.class::cast)
        .min(Comparator.comparing(Due::at));
  }

  /** How long it is until a work comes, 0 or more; empty: the server does not tell its time. */
  public Optional<Duration> until(Due due) {
    return work.clock()
        .map(clock -> Duration.between(clock, due.at()).minus(age))
        .map(time -> time.isNegative() ? Duration.ZERO : time);
  }
}
