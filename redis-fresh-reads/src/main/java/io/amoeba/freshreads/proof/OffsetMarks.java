package io.amoeba.freshreads.proof;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Positions that one primary told, each with the moment before it was asked. Whatever the primary
 * had executed by that moment lies within the position, so a replica that has applied as much
 * contains it. Safe for concurrent use, lock-free.
 *
 * <p>Source: docs/adr/0020-proof-at-the-answer.md.
 */
public final class OffsetMarks {

  /** Beyond that, every second one of the older half is dropped: a slow replica finds one still. */
  static final int MOST = 64;

  private final AtomicReference<@Nullable Marks> marks = new AtomicReference<>();

  /**
   * Adds a position of the primary. One that is not newer than the newest is left out.
   *
   * @param nanos a moment before the primary was asked
   */
  public void mark(StreamPosition position, long nanos) {
    marks.updateAndGet(
        former -> former == null ? Marks.first(position, nanos) : former.with(position, nanos));
  }

  /**
   * The newest moment whose position a replica has reached, or {@link ReplicaProof#NONE}. A
   * position in another history has reached none.
   */
  public long reached(StreamPosition replica) {
    Marks known = marks.get();
    return known == null ? ReplicaProof.NONE : known.reached(replica);
  }

  /** Marks of one history, the oldest first. Immutable. */
  private static final class Marks {
    private final String history;
    private final long[] offsets;
    private final long[] moments;

    private Marks(String history, long[] offsets, long[] moments) {
      this.history = history;
      this.offsets = offsets;
      this.moments = moments;
    }

    static Marks first(StreamPosition position, long nanos) {
      return new Marks(position.history(), new long[] {position.offset()}, new long[] {nanos});
    }

    Marks with(StreamPosition position, long nanos) {
      int newest = moments.length - 1;
      if (nanos - moments[newest] <= 0) {
        return this; // asked before, on a connection that has been replaced
      }
      if (!position.history().equals(history)) {
        return first(position, nanos);
      }
      if (position.offset() == offsets[newest]) {
        long[] later = moments.clone();
        later[newest] = nanos;
        return new Marks(history, offsets, later);
      }
      Marks kept = moments.length < MOST ? this : thinned();
      int count = kept.moments.length;
      long[] moreOffsets = Arrays.copyOf(kept.offsets, count + 1);
      long[] moreMoments = Arrays.copyOf(kept.moments, count + 1);
      moreOffsets[count] = position.offset();
      moreMoments[count] = nanos;
      return new Marks(history, moreOffsets, moreMoments);
    }

    private Marks thinned() {
      int half = moments.length / 2;
      int dropped = half / 2;
      long[] fewerOffsets = Arrays.copyOfRange(offsets, dropped, offsets.length);
      long[] fewerMoments = Arrays.copyOfRange(moments, dropped, moments.length);
      for (int i = 0; i < half - dropped; i++) {
        fewerOffsets[i] = offsets[2 * i];
        fewerMoments[i] = moments[2 * i];
      }
      return new Marks(history, fewerOffsets, fewerMoments);
    }

    long reached(StreamPosition replica) {
      if (replica.history().equals(history)) {
        for (int i = moments.length - 1; i >= 0; i--) {
          if (offsets[i] <= replica.offset()) {
            return moments[i];
          }
        }
      }
      return ReplicaProof.NONE;
    }
  }
}
