package io.amoeba.linearroad.measure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Remembers when which placement was in force. What happened between two looks is not known, so a
 * span begins after the first look that saw it and ends before the last one. Confined to one
 * thread.
 */
public final class PlacementLog {
  /** Nobody knows what happened in a longer time without a look; placements last longer. */
  private static final long LONGEST_GAP_MILLIS = 4_000;

  /**
   * A stretch of a run in which all operators certainly worked by one placement; wall clock, in
   * milliseconds since the epoch. Immutable.
   */
  public record Span(Placement placement, long beginMillis, long endMillis) {}

  private final List<Span> ended = new ArrayList<>();
  private @Nullable Span current;

  /**
   * Takes what one look has seen.
   *
   * @param placement null: none is in force everywhere
   * @param askedMillis when the question was asked
   * @param answeredMillis when the answer was there
   */
  public void saw(@Nullable Placement placement, long askedMillis, long answeredMillis) {
    Span before = current;
    if (before != null
        && before.placement() == placement
        && askedMillis - before.endMillis() <= LONGEST_GAP_MILLIS) {
      long end = Math.max(before.endMillis(), askedMillis);
      current = new Span(placement, before.beginMillis(), end);
      return;
    }
    if (before != null) {
      ended.add(before);
    }
    current = placement == null ? null : new Span(placement, answeredMillis, answeredMillis);
  }

  /** All spans so far, the oldest first. */
  public List<Span> spans() {
    List<Span> spans = new ArrayList<>(ended);
    if (current != null) {
      spans.add(current);
    }
    return spans;
  }
}
