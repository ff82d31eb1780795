package io.amoeba.experiments.usage;

import java.util.List;
import java.util.Optional;

/**
 * What a container used within a time. Immutable.
 *
 * @param seconds more than 0
 */
public record Used(double seconds, DiskReads reads, long cpuNanos) {
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Within a time, as exactly as the samples tell; empty if they tell nothing.
   *
   * @param from seconds since 1970
   */
  public static Optional<Used> between(List<ContainerUsage> samples, double from, double to) {
    Optional<ContainerUsage> begin =
        samples.stream().filter(sample -> sample.atSeconds() >= from).findFirst();
    Optional<ContainerUsage> end =
        samples.stream()
            .filter(sample -> sample.atSeconds() <= to)
            .reduce((earlier, later) -> later);
    if (begin.isEmpty() || end.isEmpty() || begin.get().atSeconds() >= end.get().atSeconds()) {
      return Optional.empty();
    }
    return Optional.of(
        new Used(
            end.get().atSeconds() - begin.get().atSeconds(),
            end.get().reads().since(begin.get().reads()),
            end.get().cpuNanos() - begin.get().cpuNanos()));
  }

  /** How many processors, on average. */
  public double processors() {
    return cpuNanos / NANOS_PER_SECOND / seconds;
  }
}
