package io.amoeba.linearroad.measure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records when which placement was in force. A change between two observations has an unknown time,
 * so a span starts after its first observation and ends before its last one. Confined to one
 * thread.
 */
public final class PlacementLog {
  /** After a longer time without an observation a new span starts; placements last longer. */
  private static final long LONGEST_GAP_MILLIS = 4_000;

  /**
   * A part of a run in which all operators certainly used one placement; wall clock, in
   * milliseconds since the epoch. Immutable.
   */
  public record Span(Placement placement, long beginMillis, long endMillis) {}

  private final List<Span> ended = new ArrayList<>();
  private @Nullable Span current;

  /**
   * Adds an observation.
   *
   * @param placement null: none is in force everywhere
   * @param askedMillis when the request was sent
   * @param answeredMillis when the response arrived
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
