package io.amoeba.linearroad.answers;

import java.util.List;

/** Makes series for tests of other packages. Stateless. */
public final class Latencies {
  private Latencies() {}

  /** A series with so many answers of one latency in each of some seconds. */
  public static void add(
      LatencySeries series, long fromSecond, long toSecond, int answers, long latency) {
    for (long second = fromSecond; second < toSecond; second++) {
      for (int i = 0; i < answers; i++) {
        series.add(second * 1_000, latency);
      }
    }
  }

  /** Simulated minutes with so many tolls each, by the times at which they end. */
  public static TollMinutes minutes(List<Long> endEpochMillis, int tolls) {
    TollMinutes minutes = new TollMinutes();
    for (int minute = 0; minute < endEpochMillis.size(); minute++) {
      for (int i = 0; i < tolls; i++) {
        minutes.add(60L * minute + i % 60, endEpochMillis.get(minute) - i);
      }
    }
    return minutes;
  }
}
