package io.amoeba.experiments.loops;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The answers of one cycle. Each belongs to the part in which it arrives; latencies are measured
 * from the start that the caller names. Times are those of {@link System#nanoTime}. Safe for
 * concurrent use.
 */
public final class OperationLog {
  /** Parts of a cycle. */
  public enum Part {
    /** No work. */
    STEADY,
    /** Work is due, and no server has begun it, or all that began it have ended it. */
    WAITING,
    /**
     * From the first order until the server has done its work, and leads again if it led before.
     */
    DURING,
    /** The rest of the cycle. */
    AFTER
  }

  /** One second of a cycle. Immutable. */
  public record Second(int at, long operations, double longestMillis) {}

  private static final long BIN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final int BINS_PER_SECOND = 100;
  private static final double MILLIS_PER_BIN = 10;
  private static final long MOST_MICROS = TimeUnit.MINUTES.toMicros(2);
  private static final int DIGITS = 3;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MICROS_PER_MILLI = 1e3;

  /** Writes that waited for a change are answered soon after it. */
  private static final long AFTER_CHANGE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Map<Part, Histogram> micros = new EnumMap<>(Part.class);
  private final Map<Part, Long> lasted = new EnumMap<>(Part.class);
  private final List<Bin> bins = new ArrayList<>();
  private @Nullable Part part;
  private long partNanos;
  private long fromNanos;
  private long toNanos;
  private long failed;
  private @Nullable Throwable error;

  /** Ten milliseconds. */
  private static final class Bin {
    private long operations;
    private long writes;
    private long longestMicros;
    private long longestWriteMicros;
  }

  /** Takes no answers before a part is entered. */
  public OperationLog() {
    for (Part each : Part.values()) {
      micros.put(each, new Histogram(MOST_MICROS, DIGITS));
    }
  }

  /** Answers belong to this part from now on; the first one opens the log. */
  public synchronized void enter(Part next, long nowNanos) {
    if (part == null) {
      fromNanos = nowNanos;
    } else {
      lasted.merge(part, nowNanos - partNanos, Long::sum);
    }
    part = next;
    partNanos = nowNanos;
  }

  /** Later answers do not count. */
  public synchronized void close(long nowNanos) {
    if (part != null) {
      lasted.merge(part, nowNanos - partNanos, Long::sum);
      var unused = bin(nowNanos - 1); // so that a time without answers at the end is a pause, too
    }
    part = null;
    toNanos = nowNanos;
  }

  /** An answer has arrived now. */
  public synchronized void answered(long startNanos, long nowNanos, boolean write) {
    if (part == null) {
      return;
    }
    long latency = Math.min(MOST_MICROS, (nowNanos - startNanos) / 1_000);
    Histogram histogram = micros.get(part);
    if (histogram != null) {
      histogram.recordValue(latency);
    }
    Bin bin = bin(nowNanos);
    bin.operations++;
    bin.longestMicros = Math.max(bin.longestMicros, latency);
    if (write) {
      bin.writes++;
      bin.longestWriteMicros = Math.max(bin.longestWriteMicros, latency);
    }
  }

  private Bin bin(long nowNanos) {
    int number = (int) ((nowNanos - fromNanos) / BIN_NANOS);
    while (bins.size() <= number) {
      bins.add(new Bin());
    }
    return bins.get(number);
  }

  /** A request has no answer. */
  public synchronized void failed(Throwable with) {
    if (part != null) {
      failed++;
      error = with;
    }
  }

  /** The last error; null: there was none. */
  public synchronized @Nullable Throwable error() {
    return error;
  }

  /** Tells the last error, if there was one. */
  public void tellError(Consumer<String> progress) {
    Throwable last = error();
    if (last != null) {
      progress.accept("  A request failed: " + last);
    }
  }

  /** Operations per second, and latencies in milliseconds, of the parts of a closed log. */
  public synchronized Map<String, Double> figures() {
    Map<String, Double> figures = new LinkedHashMap<>();
    long all = 0;
    for (Map.Entry<Part, Long> each : lasted.entrySet()) {
      Histogram histogram = micros.getOrDefault(each.getKey(), new Histogram(DIGITS));
      all += histogram.getTotalCount();
      figures(
          each.getKey().name().toLowerCase(Locale.ROOT),
          histogram,
          each.getValue() / NANOS_PER_SECOND,
          figures);
    }
    double seconds = (toNanos - fromNanos) / NANOS_PER_SECOND;
    figures.put("cyclePerSecond", all / seconds);
    figures.put("cycleSeconds", seconds);
    figures.put("failed", (double) failed);
    return figures;
  }

  private static void figures(
      String name, Histogram histogram, double seconds, Map<String, Double> figures) {
    boolean none = histogram.getTotalCount() == 0;
    figures.put(name + "Seconds", seconds);
    figures.put(name + "PerSecond", seconds == 0 ? 0 : histogram.getTotalCount() / seconds);
    for (Map.Entry<String, Double> percentile :
        Map.of("P50", 50.0, "P99", 99.0, "P999", 99.9, "Longest", 100.0).entrySet()) {
      figures.put(
          name + percentile.getKey() + "Millis",
          none
              ? Double.NaN
              : histogram.getValueAtPercentile(percentile.getValue()) / MICROS_PER_MILLI);
    }
  }

  /** The longest operation that was answered in this time, in milliseconds. */
  public synchronized double longestMillis(Span span) {
    return within(span.fromNanos(), span.toNanos()).stream()
            .mapToLong(bin -> bin.longestMicros)
            .max()
            .orElse(0)
        / MICROS_PER_MILLI;
  }

  /**
   * How long a change of the lead held back writes, in milliseconds: the longest write that was
   * answered in the change or just after it, or the longest time without an answered write.
   */
  public synchronized double pauseMillis(Span change) {
    List<Bin> around = within(change.fromNanos(), change.toNanos() + AFTER_CHANGE_NANOS);
    long longest = around.stream().mapToLong(bin -> bin.longestWriteMicros).max().orElse(0);
    return Math.max(longest / MICROS_PER_MILLI, gapBins(change) * MILLIS_PER_BIN);
  }

  private int gapBins(Span change) {
    int longest = 0;
    int now = 0;
    List<Bin> fromChange = within(change.fromNanos(), toNanos);
    int last = (int) ((change.toNanos() + AFTER_CHANGE_NANOS - change.fromNanos()) / BIN_NANOS);
    for (int bin = 0; bin < fromChange.size() && (bin <= last || now > 0); bin++) {
      now = fromChange.get(bin).writes == 0 ? now + 1 : 0;
      longest = Math.max(longest, now);
    }
    return longest;
  }

  private List<Bin> within(long from, long to) {
    int first = (int) Math.max(0, (from - fromNanos) / BIN_NANOS);
    int last = (int) Math.min(bins.size() - 1L, (to - fromNanos) / BIN_NANOS);
    return first > last ? List.of() : bins.subList(first, last + 1);
  }

  /** The whole seconds of a cycle. */
  public synchronized List<Second> seconds() {
    List<Second> seconds = new ArrayList<>();
    for (int from = 0; from + BINS_PER_SECOND <= bins.size(); from += BINS_PER_SECOND) {
      List<Bin> some = bins.subList(from, from + BINS_PER_SECOND);
      seconds.add(
          new Second(
              from / BINS_PER_SECOND,
              some.stream().mapToLong(bin -> bin.operations).sum(),
              some.stream().mapToLong(bin -> bin.longestMicros).max().orElse(0)
                  / MICROS_PER_MILLI));
    }
    return List.copyOf(seconds);
  }
}
