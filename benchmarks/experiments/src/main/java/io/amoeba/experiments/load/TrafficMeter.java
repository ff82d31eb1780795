package io.amoeba.experiments.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Counts operations by the second in which they ended. Safe for concurrent use. */
final class TrafficMeter {
  private static final double MICROS_PER_MILLI = 1_000;
  private static final int DIGITS = 3;

  private final Map<Long, Bin> bins = new HashMap<>(); // guarded by this
  private long next; // guarded by this

  private static final class Bin {
    private final Histogram micros = new Histogram(DIGITS);
    private long failed;
  }

  TrafficMeter(long second) {
    this.next = second;
  }

  synchronized void succeeded(long second, long latencyMicros) {
    bin(second).micros.recordValue(latencyMicros);
  }

  synchronized void failed(long second) {
    bin(second).failed++;
  }

  private Bin bin(long second) {
    // Late operations of a second that was printed belong to the next one.
    return bins.computeIfAbsent(Math.max(second, next), any -> new Bin());
  }

  /** All seconds before this one that were not returned yet, also those without operations. */
  synchronized List<TrafficSecond> before(long second) {
    List<TrafficSecond> ended = new ArrayList<>();
    for (; next < second; next++) {
      ended.add(ended(next, bins.remove(next)));
    }
    return ended;
  }

  private static TrafficSecond ended(long second, @Nullable Bin bin) {
    if (bin == null) {
      return new TrafficSecond(second, 0, 0, 0, 0, 0, 0);
    }
    Histogram micros = bin.micros;
    return new TrafficSecond(
        second,
        micros.getTotalCount(),
        bin.failed,
        micros.getMean() / MICROS_PER_MILLI,
        micros.getValueAtPercentile(50) / MICROS_PER_MILLI,
        micros.getValueAtPercentile(95) / MICROS_PER_MILLI,
        micros.getValueAtPercentile(99) / MICROS_PER_MILLI);
  }
}
