package io.amoeba.freshreads.metrics;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What was taken for the first meter of a scrape, for its other meters. Safe for concurrent use:
 * two scrapes at the same time may take one each.
 *
 * @param <S> what is taken
 */
final class LatestTaken<S> {
  /** Longer than a scrape takes, and far shorter than the time between two. */
  static final long KEPT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private volatile @Nullable Taken<S> latest;

  /** The latest one, or a new one if that is older than 50 ms. */
  S get(Supplier<S> source, long nowNanos) {
    Taken<S> known = latest;
    if (known == null || nowNanos - known.takenNanos > KEPT_NANOS) {
      known = new Taken<>(source.get(), nowNanos);
      latest = known;
    }
    return known.content;
  }

  private static final class Taken<S> {
    private final S content;
    private final long takenNanos;

    Taken(S content, long takenNanos) {
      this.content = content;
      this.takenNanos = takenNanos;
    }
  }
}
