package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/**
 * The next work that a server begins by itself. Immutable.
 *
 * @param begin of the interval: the end of the last such work, as far as it is known
 * @param due when the trigger fires, after the begin
 * @param period tells this work from the next one: the time of the last save in seconds since 1970,
 *     or the bytes after the last rewrite
 * @param trigger the setting, for people
 */
record NextWork(UpkeepKind kind, Instant begin, Instant due, long period, String trigger) {

  /** From one work to the next. */
  Duration interval() {
    return Duration.between(begin, due);
  }

  /** When a share (0 … 1) of the interval is over. */
  Instant at(double share) {
    return begin.plusMillis(Math.round(share * interval().toMillis()));
  }

  /**
   * When a round may begin: the same at each look, and another time for each server and period, so
   * that servers that were started together do not work together.
   */
  Instant start(String server, UpkeepSettings settings) {
    long seed = 31 * (31 * (long) server.hashCode() + kind.ordinal()) + period;
    double earlier = settings.jitterShare() * new SplittableRandom(seed).nextDouble();
    return at(settings.startAtShare() * (1 - earlier));
  }
}
