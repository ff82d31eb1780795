package io.amoeba.streaming.protocol.join;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/** Estimates how much a join still brings, and when. Confined to the join's thread. */
public final class JoinForecaster {

  private final Transfers transfers;
  private final MonotonicClock clock;
  private final RecentRate rate = new RecentRate();

  /** By step; of other plans, too, which does no harm. */
  private final Map<SortedSet<Long>, Double> shares = new HashMap<>();

  public JoinForecaster(Transfers transfers, MonotonicClock clock) {
    this.transfers = transfers;
    this.clock = clock;
  }

  /**
   * After each tick of the driver. In a large ring it takes a while to find who sends what, so each
   * call looks at one step more.
   */
  public JoinForecast observe(JoinProgress progress, JoinRecord join) {
    learnOne(join);
    Streamed streamed = progress.streamed();
    OptionalLong bytesPerSec = rate.observe(clock.millis(), streamed.bytesDone());
    OptionalLong total = total(streamed, join.remainingSteps());
    return new JoinForecast(
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
    Volume known = streamed.done().plus(streamed.announced());
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
}
