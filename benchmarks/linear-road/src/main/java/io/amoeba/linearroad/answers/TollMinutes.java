package io.amoeba.linearroad.answers;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The number of tolls of each simulated minute, and when its last one arrived. Without a clock the
 * job answers a minute's crossings all together, when the segment table is ready, and is busy with
 * reports in between: tolls arrive in bursts, and a span that cuts a minute counts too many or too
 * few. Safe for one writer and many readers.
 */
public final class TollMinutes {
  private static final int SECONDS_PER_MINUTE = 60;

  private final ConcurrentSkipListMap<Long, Minute> minutes = new ConcurrentSkipListMap<>();

  /** Tolls of whole simulated minutes, and the milliseconds that the job took for them. */
  public record Throughput(long tolls, long millis) {
    /** Tolls per second. */
    public double perSecond() {
      return tolls * 1_000.0 / millis;
    }
  }

  private record Minute(long tolls, long lastEpochMillis) {
    Minute plus(Minute other) {
      return new Minute(tolls + other.tolls, Math.max(lastEpochMillis, other.lastEpochMillis));
    }
  }

  void add(long simulatedSecond, long epochMillis) {
    minutes.merge(simulatedSecond / SECONDS_PER_MINUTE, new Minute(1, epochMillis), Minute::plus);
  }

  /**
   * The throughput from the end of the first minute that ended in a span to the end of the last
   * one; nothing if fewer than two did.
   */
  public Optional<Throughput> between(long fromEpochMillis, long toEpochMillis) {
    long firstEnd = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    long last = Long.MIN_VALUE;
    long tolls = 0;
    for (Map.Entry<Long, Minute> minute : minutes.entrySet()) {
      // An answer may be late: a minute has not ended before the one before it.
      end = Math.max(end, minute.getValue().lastEpochMillis);
      if (end > toEpochMillis) {
        break;
      }
      if (firstEnd != Long.MAX_VALUE) {
        tolls += minute.getValue().tolls;
        last = end;
      } else if (end >= fromEpochMillis) {
        firstEnd = end;
      }
    }
    return last > firstEnd ? Optional.of(new Throughput(tolls, last - firstEnd)) : Optional.empty();
  }
}
