package io.amoeba.experiments.followed;

import io.amoeba.linearroad.measure.Sample;
import io.amoeba.linearroad.observe.Requests;
import java.util.ArrayList;
import java.util.List;

/** Where a job's requests to Redis went, from second to second. Immutable. */
record LocalHits(List<Point> points) {
  private static final long LEAST_MILLIS = 1_000;
  private static final double MILLIS_PER_SECOND = 1e3;

  /**
   * A second or more, in which every TaskManager has told its numbers at least once. They are up to
   * a second older.
   */
  record Point(long fromMillis, long toMillis, long local, long remote) {
    double localHitRate() {
      return new Requests(local, remote).localHitRate();
    }

    private boolean isWithin(long from, long to) {
      return toMillis > from && fromMillis < to;
    }

    private double seconds() {
      return (toMillis - fromMillis) / MILLIS_PER_SECOND;
    }
  }

  LocalHits {
    points = List.copyOf(points);
  }

  /** Of samples in the order of their times. */
  static LocalHits of(List<Sample> samples) {
    List<Point> points = new ArrayList<>();
    Sample before = null;
    for (Sample now : samples) {
      if (before == null) {
        before = now;
      } else if (now.rounds() > before.rounds()
          && now.epochMillis() - before.epochMillis() >= LEAST_MILLIS) {
        Requests requests = now.requests().since(before.requests());
        points.add(
            new Point(
                before.epochMillis(), now.epochMillis(), requests.local(), requests.remote()));
        before = now;
      }
    }
    return new LocalHits(points);
  }

  /** Those that a time has a part of. */
  LocalHits within(long fromMillis, long toMillis) {
    return new LocalHits(
        points.stream().filter(point -> point.isWithin(fromMillis, toMillis)).toList());
  }

  /** Those that began at a moment or later, and that a time before another one has a part of. */
  LocalHits begunWithin(long fromMillis, long toMillis) {
    return new LocalHits(
        within(fromMillis, toMillis).points.stream()
            .filter(point -> point.fromMillis >= fromMillis)
            .toList());
  }

  /** Of all requests; NaN without any. */
  double rate() {
    return Requests.sum(
            points.stream().map(point -> new Requests(point.local, point.remote)).toList())
        .localHitRate();
  }

  /** The rate of the worst point; NaN without requests. */
  double lowest() {
    return points.stream()
        .mapToDouble(Point::localHitRate)
        .filter(rate -> !Double.isNaN(rate))
        .min()
        .orElse(Double.NaN);
  }

  /** How many seconds had a lower rate. */
  double secondsBelow(double rate) {
    return points.stream()
        .filter(point -> point.localHitRate() < rate)
        .mapToDouble(Point::seconds)
        .sum();
  }

  /** How long after a moment the last point ended that had a lower rate; 0: there was none. */
  double secondsUntil(double rate, long fromMillis) {
    long last =
        points.stream()
            .filter(point -> point.localHitRate() < rate)
            .mapToLong(Point::toMillis)
            .max()
            .orElse(fromMillis);
    return Math.max(0, last - fromMillis) / MILLIS_PER_SECOND;
  }
}
