package io.amoeba.coordinator.knowledge;

import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.Ticker;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Rates of the operators that plans are about, one sample per second, for ten minutes of the
 * ticker. Safe for concurrent use.
 */
public final class RateHistory {

  private static final long STEP_MILLIS = 1_000;
  private static final int KEPT = 600;

  /** A sample, which shows the wall clock, and when it was taken. */
  private record Taken(RateSample sample, long tickMillis) {}

  private final Ticker ticker;
  private final Map<String, Deque<Taken>> byOperator = new TreeMap<>();

  /** A history without samples. */
  public RateHistory(Ticker ticker) {
    this.ticker = ticker;
  }

  /** Adds the snapshot's rates unless the last sample is younger than a second. */
  public synchronized void add(ClusterSnapshot snapshot) {
    long now = ticker.millis();
    long shown = snapshot.at().toEpochMilli();
    for (StreamOperator operator : snapshot.job().map(StreamJob::planned).orElse(List.of())) {
      Deque<Taken> samples =
          byOperator.computeIfAbsent(operator.name(), name -> new ArrayDeque<>());
      if (samples.isEmpty() || now - samples.getLast().tickMillis() >= STEP_MILLIS) {
        double share = snapshot.localHitRates().getOrDefault(operator.name(), Double.NaN);
        RateSample sample = new RateSample(shown, share, operator.rates().recordsInPerSecond());
        samples.addLast(new Taken(sample, now));
      }
      while (samples.size() > KEPT) {
        samples.removeFirst();
      }
    }
    long oldest = now - STEP_MILLIS * KEPT;
    byOperator.values().forEach(s -> s.removeIf(taken -> taken.tickMillis() < oldest));
    byOperator.values().removeIf(Deque::isEmpty);
  }

  /** Samples by operator, oldest first. */
  public synchronized Map<String, List<RateSample>> samples() {
    return samples(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** How operators did from one moment of the ticker to another, both in milliseconds. */
  public synchronized Performance performance(
      List<String> operators, long fromMillis, long toMillis) {
    return Performance.of(samples(fromMillis, toMillis), operators);
  }

  private Map<String, List<RateSample>> samples(long fromMillis, long toMillis) {
    Map<String, List<RateSample>> within = new TreeMap<>();
    byOperator.forEach(
        (operator, samples) ->
            within.put(
                operator,
                samples.stream()
                    .filter(s -> s.tickMillis() >= fromMillis && s.tickMillis() <= toMillis)
                    .map(Taken::sample)
                    .toList()));
    return within;
  }
}
