package io.amoeba.coordinator.execute.moves;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The outcome of moves. Immutable.
 *
 * @param way how the hash slots were moved
 * @param supported every way that all primaries know
 * @param open the hash slots that may be open, if the end is {@link MoveEnd#INTERRUPTED}
 * @param reasons why it ended early; what could not be done but does not matter
 */
public record MoveReport(
    MoveEnd end,
    MoveWay way,
    Set<MoveWay> supported,
    MoveProgress progress,
    Optional<OpenHashSlots> open,
    List<String> reasons) {

  public MoveReport {
    supported = Set.copyOf(supported);
    reasons = List.copyOf(reasons);
  }
}
