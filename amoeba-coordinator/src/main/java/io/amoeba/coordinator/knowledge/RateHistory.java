package io.amoeba.coordinator.knowledge;

import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Rates of the operators that plans are about, one sample per second, for ten minutes. Safe for
 * concurrent use.
 */
public final class RateHistory {

  private static final long STEP_MILLIS = 1_000;
  private static final int KEPT = 600;

  private final Map<String, Deque<RateSample>> byOperator = new TreeMap<>();

  /** Adds the snapshot's rates unless the last sample is younger than a second. */
  public synchronized void add(ClusterSnapshot snapshot) {
    long now = snapshot.at().toEpochMilli();
    for (StreamOperator operator : snapshot.job().map(StreamJob::planned).orElse(List.of())) {
      Deque<RateSample> samples =
          byOperator.computeIfAbsent(operator.name(), name -> new ArrayDeque<>());
      if (samples.isEmpty() || now - samples.getLast().atMillis() >= STEP_MILLIS) {
        double share = snapshot.localShares().getOrDefault(operator.name(), Double.NaN);
        samples.addLast(new RateSample(now, share, operator.rates().recordsInPerSecond()));
      }
      while (samples.size() > KEPT) {
        samples.removeFirst();
      }
    }
    long oldest = now - STEP_MILLIS * KEPT;
    byOperator.values().forEach(s -> s.removeIf(sample -> sample.atMillis() < oldest));
    byOperator.values().removeIf(Deque::isEmpty);
  }

  /** Samples by operator, oldest first. */
  public synchronized Map<String, List<RateSample>> samples() {
    Map<String, List<RateSample>> copy = new TreeMap<>();
    byOperator.forEach((operator, samples) -> copy.put(operator, List.copyOf(samples)));
    return copy;
  }
}
