package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** One hash slot that is to move. Immutable. */
record SlotMove(int hashSlot, String from, String to) {

  /** From which primary to which other one. Immutable. */
  record Route(String from, String to) {}

  Route route() {
    return new Route(from, to);
  }

  static List<SlotMove> of(List<HashSlotMove> moves) {
    List<SlotMove> all = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    boolean[] seen = new boolean[HashSlot.COUNT];
    for (HashSlotMove move : moves) {
      if (move.from().equals(move.to())) {
        problems.add("primary " + move.from() + " cannot move hash slots to itself");
      }
      for (HashSlotSpan span : move.hashSlots()) {
        if (span.from() < 0 || span.to() >= HashSlot.COUNT || span.from() > span.to()) {
          problems.add("there are no hash slots %d-%d".formatted(span.from(), span.to()));
          continue;
        }
        for (int hashSlot = span.from(); hashSlot <= span.to(); hashSlot++) {
          if (seen[hashSlot]) {
            problems.add("hash slot %d is to move twice".formatted(hashSlot));
          }
          seen[hashSlot] = true;
          all.add(new SlotMove(hashSlot, move.from(), move.to()));
        }
      }
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
    return all;
  }

  /** Why some of them cannot begin. */
  static List<String> problems(List<SlotMove> moves, ClusterView seen) {
    List<SlotMove> todo = moves.stream().filter(move -> !move.isDone(seen)).toList();
    List<String> problems = new ArrayList<>();
    todo.stream()
        .flatMap(move -> Stream.of(move.from(), move.to()))
        .distinct()
        .forEach(id -> ClaimRules.problemOf(id, seen).ifPresent(problems::add));
    if (problems.isEmpty()) {
      todo.forEach(move -> problems.addAll(seen.disagreements(move.hashSlot(), move.from())));
    }
    return problems;
  }

  /**
   * Whether nothing but the owners that primaries see keeps some from beginning. One of them may
   * have heard an older claim last; the owner's next message corrects that.
   */
  static boolean mayBeginLater(List<SlotMove> moves, ClusterView seen) {
    return !problems(moves, seen).isEmpty()
        && moves.stream()
            .flatMap(move -> Stream.of(move.from(), move.to()))
            .allMatch(id -> ClaimRules.problemOf(id, seen).isEmpty())
        && moves.stream().allMatch(move -> move.isOwnedByEither(seen));
  }

  /** By its source or its destination in their own view, and nobody has it in transition. */
  private boolean isOwnedByEither(ClusterView seen) {
    return seen.primaries().stream().allMatch(view -> view.transitionsOf(hashSlot).isEmpty())
        && seen.primaries().stream()
            .filter(view -> view.id().equals(from) || view.id().equals(to))
            .anyMatch(view -> view.owns(hashSlot));
  }

  /** Whether its destination owns it already, and nobody has it in transition. */
  boolean isDone(ClusterView seen) {
    return seen.disagreements(hashSlot, to).isEmpty();
  }

  /** Whether its source owns it, so does its destination see, and neither has it in transition. */
  boolean isSeenAtItsSource(ClusterView seen) {
    return Stream.of(from, to)
        .allMatch(
            id ->
                seen.primary(id)
                    .filter(view -> view.transitionsOf(hashSlot).isEmpty())
                    .flatMap(view -> view.ownerOf(hashSlot))
                    .filter(from::equals)
                    .isPresent());
  }

  /** The first ones that may be in transition together: all between the same primaries. */
  static List<SlotMove> together(List<SlotMove> moves, ClusterView seen, int most) {
    SlotMove first = moves.get(0);
    return moves.stream()
        .takeWhile(move -> move.isBetweenTheSame(first) && !move.isDone(seen))
        .limit(most)
        .toList();
  }

  static List<Integer> hashSlots(List<SlotMove> moves) {
    return moves.stream().map(SlotMove::hashSlot).toList();
  }

  /** The intention to move these, which are between the same primaries. */
  static SlotsInTransition inTransition(
      List<SlotMove> moves, String sourceRun, SlotMigrationMethod method) {
    SlotMove first = moves.get(0);
    return new SlotsInTransition(hashSlots(moves), first.from(), first.to(), sourceRun, method);
  }

  private boolean isBetweenTheSame(SlotMove other) {
    return from.equals(other.from) && to.equals(other.to);
  }
}
