package io.amoeba.shift.protocol.turns;

import io.amoeba.shift.protocol.work.Moment;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns as one node sees them. A node that has just started, or that sees other racks than before,
 * has no turn for twice the gap: it does not know yet what the others run, and they may not have
 * seen the change. Safe for concurrent use.
 */
public final class TurnClock {

  private final long turnMillis;
  private final long gapMillis;

  /** Null: none were seen yet. */
  private @Nullable List<String> racks;

  private long seenSinceMillis;

  /**
   * Of a node that has just started.
   *
   * @param turnMillis of each rack, with its gap
   * @param gapMillis shorter than the turn
   */
  public TurnClock(long turnMillis, long gapMillis) {
    this.turnMillis = turnMillis;
    this.gapMillis = gapMillis;
  }

  /**
   * Whose turn it is.
   *
   * @param current racks that take turns, as the node sees them now; fewer than two: none do
   */
  public synchronized Turn turn(List<String> current, String own, Moment now) {
    Optional<String> holder = holder(current, now);
    if (current.size() < 2) {
      return Turn.NONE;
    }
    return holder.equals(Optional.of(own)) ? Turn.OWN : Turn.OTHER;
  }

  /**
   * The rack whose turn it is; empty: nobody's, or racks take no turns.
   *
   * @param current racks that take turns, as the node sees them now; fewer than two: none do
   */
  public synchronized Optional<String> holder(List<String> current, Moment now) {
    List<String> sorted = current.stream().sorted().distinct().toList();
    if (!sorted.equals(racks)) {
      racks = sorted;
      seenSinceMillis = now.monotonicMillis();
    }
    if (sorted.size() < 2 || now.monotonicMillis() - seenSinceMillis < 2 * gapMillis) {
      return Optional.empty();
    }
    return new RackTurns(sorted, turnMillis, gapMillis).holder(now.wallMillis());
  }
}
