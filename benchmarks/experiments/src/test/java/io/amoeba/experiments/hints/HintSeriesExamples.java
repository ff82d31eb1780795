package io.amoeba.experiments.hints;

import io.amoeba.experiments.Values;
import io.amoeba.experiments.load.TrafficSecond;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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

  static Values sample(double at, long hits, long misses) {
    return Values.at(at, Map.of("chunkHits", hits, "chunkMisses", misses, "dropped", 0));
  }

  /** After the move, throughput is half of what it was for so many seconds, and then as it was. */
  static HintRun.Series slowFor(int seconds) {
    List<TrafficSecond> traffic = new ArrayList<>();
    List<Values> serving = new ArrayList<>();
    List<Values> receiver = new ArrayList<>();
    for (int at = FROM; at <= END; at++) {
      long n = at - FROM;
      long after = Math.max(0, at - MOVED);
      if (at < END) {
        traffic.add(second(at, at >= MOVED && at < MOVED + seconds ? OPS / 2 : OPS));
      }
      // 400 ms of a CPU a second; 800 of 1,000 captured reads differ; to two others, 30
      // bytes.
      serving.add(
          Values.at(
              at,
              Map.of(
                  "chunkHits",
                  700 * n,
                  "chunkMisses",
                  300 * n,
                  "cpuNanos",
                  400_000_000L * n,
                  "captured",
                  1_000 * n,
                  "distinct",
                  800 * n,
                  "sent",
                  1_600 * n,
                  "sentBytes",
                  48_000 * n,
                  "dropped",
                  3L)));
      // Cold: all are misses for the time that it is slow.
      long cold = Math.min(after, seconds);
      receiver.add(
          Values.at(
              at,
              Map.of(
                  "chunkHits",
                  700 * (after - cold),
                  "chunkMisses",
                  cold * 1_000 + 300 * (after - cold),
                  "cpuNanos",
                  100_000_000L * n,
                  "captured",
                  1_000 * after,
                  "distinct",
                  600 * after,
                  "applied",
                  400 * n,
                  "leftOut",
                  400 * n,
                  "dropped",
                  5L)));
    }
    return new HintRun.Series(
        FROM,
        MOVED,
        MOVED,
        new Values(Map.of("readOperations", 12_000.0, "readBytes", (double) (60L << 20))),
        traffic,
        serving,
        receiver);
  }
}
