package io.amoeba.streaming.protocol.join;

import io.amoeba.streaming.protocol.join.JoinPorts.MonotonicClock;
import io.amoeba.streaming.protocol.join.JoinPorts.Transfers;
import io.amoeba.streaming.protocol.join.JoinProgress.DataSize;
import io.amoeba.streaming.protocol.join.JoinProgress.Streamed;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/** Estimates how much a join still brings, and when. Confined to the join's thread. */
public final class JoinProgressEstimator {

  private final Transfers transfers;
  private final MonotonicClock clock;
  private final RecentRate rate = new RecentRate();

  /** By step; of other plans, too, which does no harm. */
  private final Map<SortedSet<Long>, Double> shares = new HashMap<>();

  public JoinProgressEstimator(Transfers transfers, MonotonicClock clock) {
    this.transfers = transfers;
    this.clock = clock;
  }

  /**
   * After each tick of the driver. In a large ring it takes a while to find who sends what, so each
   * call considers one step more.
   */
  public Estimate observe(JoinProgress progress, JoinRecord join) {
    learnOne(join);
    Streamed streamed = progress.streamed();
    OptionalLong bytesPerSec = rate.observe(clock.millis(), streamed.bytesDone());
    OptionalLong total = total(streamed, join.remainingSteps());
    return new Estimate(
        streamed.bytesDone(), total, bytesPerSec, eta(progress, total, bytesPerSec));
  }

  private void learnOne(JoinRecord join) {
    SortedSet<Long> before = new TreeSet<>(join.done());
    for (SortedSet<Long> step : join.remainingSteps()) {
      if (!shares.containsKey(step)) {
        shares.put(step, transfers.of(before, step).stream().mapToDouble(Transfer::share).sum());
        return;
      }
      before.addAll(step);
    }
  }

  private OptionalLong total(Streamed streamed, List<SortedSet<Long>> remaining) {
    DataSize known = streamed.done().plus(streamed.announced());
    if (remaining.isEmpty()) {
      return OptionalLong.of(streamed.bytesDone());
    }
    if (known.share() == 0 || !shares.keySet().containsAll(remaining)) {
      return OptionalLong.empty();
    }
    double unknown =
        remaining.stream().mapToDouble(shares::get).sum() - streamed.announced().share();
    long estimate = Math.round(known.bytes() * (1 + Math.max(0, unknown) / known.share()));
    return OptionalLong.of(Math.max(streamed.bytesDone(), estimate));
  }

  private static OptionalLong eta(
      JoinProgress progress, OptionalLong total, OptionalLong bytesPerSec) {
    boolean stands =
        progress.phase() == JoinPhase.PAUSED || progress.phase() == JoinPhase.OTHER_CHANGE;
    if (stands || total.isEmpty() || bytesPerSec.isEmpty() || bytesPerSec.getAsLong() == 0) {
      return OptionalLong.empty();
    }
    long remaining = total.getAsLong() - progress.streamed().bytesDone();
    return remaining == 0
        ? OptionalLong.empty()
        : OptionalLong.of(1 + (remaining - 1) / bytesPerSec.getAsLong());
  }

  /**
   * A join's data at one moment. What is not known is absent. Immutable.
   *
   * @param bytesDone received since this start of the node, of steps that are done or under way
   * @param bytesTotal about how many it will have received then at its end: a step's size is known
   *     when its senders have prepared it; that of others is estimated from their share of the ring
   *     and the data that the known ones bring for theirs
   * @param bytesPerSec over the last half minute, waits between sessions included
   * @param etaSeconds until the remaining bytes have come at this rate; absent when none come
   */
  public record Estimate(
      long bytesDone, OptionalLong bytesTotal, OptionalLong bytesPerSec, OptionalLong etaSeconds) {

    /** Before anything is known. */
    public static final Estimate UNKNOWN =
        new Estimate(0, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

    public Estimate {
      requireNotNegative("bytes done", OptionalLong.of(bytesDone));
      requireNotNegative("bytes in total", bytesTotal);
      requireNotNegative("bytes per second", bytesPerSec);
      requireNotNegative("seconds until the end", etaSeconds);
    }

    private static void requireNotNegative(String what, OptionalLong number) {
      if (number.isPresent() && number.getAsLong() < 0) {
        throw new IllegalArgumentException(what + ": " + number.getAsLong() + ", want at least 0");
      }
    }

    /** In words, without what is not known. */
    @Override
    public String toString() {
      StringBuilder text = new StringBuilder().append(bytesDone);
      bytesTotal.ifPresent(total -> text.append(" of about ").append(total));
      text.append(" bytes");
      bytesPerSec.ifPresent(rate -> text.append(", ").append(rate).append(" bytes/s"));
      etaSeconds.ifPresent(eta -> text.append(", about ").append(eta).append("s to go"));
      return text.toString();
    }
  }

  /** How fast a number of bytes has grown recently. Confined to one thread. */
  static final class RecentRate {

    private static final long WINDOW_MILLIS = 30_000;

    /**
     * Sessions report progress in pieces, and start slowly: a shorter time is not representative.
     */
    private static final long LEAST_MILLIS = 10_000;

    private static final long SAMPLE_MILLIS = 1_000;
    private static final long MILLIS_PER_SECOND = 1_000;

    private record Sample(long millis, long bytes) {}

    private final Deque<Sample> samples = new ArrayDeque<>();

    /** Whether anything has come since the first sample. */
    private boolean begun;

    /**
     * The rate in bytes per second at this moment, absent until data have come for a while. The
     * time before the first of them counts for nothing.
     */
    OptionalLong observe(long nowMillis, long bytes) {
      if (!samples.isEmpty() && bytes < samples.getLast().bytes()) {
        // A session began again: what it had brought does not count.
        samples.clear();
        begun = false;
      }
      if (!begun) {
        begun = !samples.isEmpty() && bytes > samples.getLast().bytes();
        if (!begun) {
          samples.clear();
          samples.add(new Sample(nowMillis, bytes));
          return OptionalLong.empty();
        }
      }
      if (nowMillis - samples.getLast().millis() >= SAMPLE_MILLIS) {
        samples.add(new Sample(nowMillis, bytes));
      }
      while (nowMillis - samples.getFirst().millis() > WINDOW_MILLIS) {
        samples.removeFirst();
      }
      Sample first = samples.getFirst();
      long millis = nowMillis - first.millis();
      return millis < LEAST_MILLIS
          ? OptionalLong.empty()
          : OptionalLong.of((bytes - first.bytes()) * MILLIS_PER_SECOND / millis);
    }
  }
}
