package io.amoeba.coordinator.monitor;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns the growing request counters of operators into the share of requests that stayed on their
 * node since the counters last grew. Metrics are refreshed more slowly than the loop ticks, so an
 * unchanged counter keeps the last share. Confined to the control-loop thread.
 */
final class LocalHitRates {

  private record Counted(long local, long remote, Optional<Double> share) {}

  private final Map<String, Counted> byOperator = new HashMap<>();

  /** Takes a job's counters; the share by operator, 0 … 1. */
  Map<String, Double> update(StreamJob job) {
    Map<String, Double> shares = new HashMap<>();
    for (StreamOperator operator : job.operators()) {
      OperatorRates rates = operator.rates();
      if (rates.countsRequests()) {
        Counted next = next(byOperator.get(operator.name()), rates);
        byOperator.put(operator.name(), next);
        next.share().ifPresent(share -> shares.put(operator.name(), share));
      }
    }
    return shares;
  }

  private static Counted next(@Nullable Counted before, OperatorRates rates) {
    long local = rates.localRequests();
    long remote = rates.remoteRequests();
    if (before == null) {
      return new Counted(local, remote, Optional.empty());
    }
    long moreLocal = local - before.local();
    long moreRemote = remote - before.remote();
    if (moreLocal < 0 || moreRemote < 0) {
      return new Counted(local, remote, Optional.empty()); // the job restarted its counters
    }
    return moreLocal + moreRemote == 0
        ? before
        : new Counted(local, remote, Optional.of((double) moreLocal / (moreLocal + moreRemote)));
  }
}
