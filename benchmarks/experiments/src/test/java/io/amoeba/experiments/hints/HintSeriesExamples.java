package io.amoeba.experiments.hints;

import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.probe.CacheSample;
import io.amoeba.experiments.usage.ContainerUsage;
import java.util.ArrayList;
import java.util.List;

/** Series whose figures are known. */
final class HintSeriesExamples {
  static final int FROM = 10_000;
  static final int MOVED = FROM + 60;
  static final int END = MOVED + 100;
  static final int OPS = 1_000;

  private HintSeriesExamples() {}

  static TrafficSecond second(long second, long operations) {
    return new TrafficSecond(second, operations, 0, 5, 4, 9, 20);
  }

  static CacheSample sample(double at, long hits, long misses) {
    return new CacheSample(at, hits, misses, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  /** After the move, throughput is half of what it was for so many seconds, and then as it was. */
  static HintSeries slowFor(int seconds) {
    List<TrafficSecond> traffic = new ArrayList<>();
    List<CacheSample> serving = new ArrayList<>();
    List<CacheSample> receiver = new ArrayList<>();
    for (int at = FROM; at <= END; at++) {
      long n = at - FROM;
      long after = Math.max(0, at - MOVED);
      if (at < END) {
        traffic.add(second(at, at >= MOVED && at < MOVED + seconds ? OPS / 2 : OPS));
      }
      // 400 ms of a processor a second; 800 of 1,000 captured reads differ; to two others, 30
      // bytes.
      serving.add(
          new CacheSample(
              at,
              700 * n,
              300 * n,
              400_000_000L * n,
              4_000_000L * n,
              8_000_000L * n,
              1_000 * n,
              800 * n,
              1_600 * n,
              48_000 * n,
              0,
              0,
              3));
      // Cold: all are misses for the time that it is slow.
      long cold = Math.min(after, seconds);
      receiver.add(
          new CacheSample(
              at,
              700 * (after - cold),
              cold * 1_000 + 300 * (after - cold),
              100_000_000L * n,
              0,
              0,
              1_000 * after,
              600 * after,
              0,
              0,
              400 * n,
              400 * n,
              5));
    }
    return new HintSeries(
        FROM,
        MOVED,
        MOVED,
        new ContainerUsage.DiskReads(12_000, 60L << 20),
        traffic,
        serving,
        receiver);
  }
}
