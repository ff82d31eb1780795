package io.amoeba.linearroad.answers;

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
}
