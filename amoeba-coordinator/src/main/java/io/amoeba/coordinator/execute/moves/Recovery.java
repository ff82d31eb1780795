package io.amoeba.coordinator.execute.moves;

import io.amoeba.coordinator.execute.moves.HalfMoved.Step;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Ends a move that was interrupted, hash slot by hash slot. For one use, confined to one thread.
 */
final class Recovery {

  private final MovingStore store;
  private final MoveJournal journal;
  private final Agreement agreement;
  private final OwnerChange ownerChange;
  private final SetSlotSteps steps;
  private final List<String> reasons = new ArrayList<>();
  private List<String> foreign = List.of();
  private long keysMoved;

  Recovery(
      MovingStore store,
      MoveJournal journal,
      MoveLimits limits,
      Agreement agreement,
      OwnerChange ownerChange,
      Pace pace) {
    this.store = store;
    this.journal = journal;
    this.agreement = agreement;
    this.ownerChange = ownerChange;
    this.steps = new SetSlotSteps(store, limits, pace, ownerChange, keys -> keysMoved += keys);
  }

  RecoveryReport recover(RecoveryPolicy policy) {
    Optional<OpenHashSlots> begun = journal.open();
    RecoveryEnd end;
    try {
      end = recover(begun, policy);
    } catch (MoveProblem | UncheckedIOException e) {
      reasons.add(String.valueOf(e.getMessage()));
      end = begun.isPresent() ? RecoveryEnd.LEFT_OPEN : RecoveryEnd.NOTHING_OPEN;
    }
    return new RecoveryReport(end, begun, keysMoved, foreign, reasons);
  }

  private RecoveryEnd recover(Optional<OpenHashSlots> begun, RecoveryPolicy policy) {
    StoreTopology seen = store.look();
    Optional<OpenHashSlots> ours = begun.map(move -> move.succeeded(seen));
    foreign = seen.foreign(ours);
    if (ours.isEmpty()) {
      return RecoveryEnd.NOTHING_OPEN;
    }
    OpenHashSlots move = ours.get();
    seen.problemOf(move.from()).ifPresent(reasons::add);
    seen.problemOf(move.to()).ifPresent(reasons::add);
    return reasons.isEmpty() ? end(move, seen, policy) : RecoveryEnd.LEFT_OPEN;
  }

  private RecoveryEnd end(OpenHashSlots begun, StoreTopology seen, RecoveryPolicy policy) {
    Map<Integer, Step> next = next(begun, seen, policy);
    OpenHashSlots move =
        next.containsValue(Step.FINISH_WITH_UNKNOWN_COPIES) ? begun.withUnknownCopies() : begun;
    Map<Integer, RecoveryEnd> ends = new LinkedHashMap<>();
    next.forEach((hashSlot, step) -> ends.put(hashSlot, endOne(hashSlot, step, move, seen)));
    verify(move, ends);
    List<Integer> left = having(RecoveryEnd.LEFT_OPEN, ends);
    if (left.isEmpty()) {
      journal.end();
    } else {
      journal.begin(move.only(left));
    }
    return Stream.of(RecoveryEnd.LEFT_OPEN, RecoveryEnd.FINISHED, RecoveryEnd.UNDONE)
        .filter(ends::containsValue)
        .findFirst()
        .orElse(RecoveryEnd.NOTHING_OPEN);
  }

  /** A move is done when every primary sees the new owner, and not before. */
  private void verify(OpenHashSlots move, Map<Integer, RecoveryEnd> ends) {
    List<Integer> finished = having(RecoveryEnd.FINISHED, ends);
    List<String> disagreements =
        agreement.await(
            finished.stream().map(slot -> new OneMove(slot, move.from(), move.to())).toList());
    if (!disagreements.isEmpty()) {
      reasons.addAll(disagreements);
      finished.forEach(hashSlot -> ends.put(hashSlot, RecoveryEnd.LEFT_OPEN));
    }
  }

  private Map<Integer, Step> next(OpenHashSlots move, StoreTopology seen, RecoveryPolicy policy) {
    List<Long> keys = store.countKeys(move.to(), move.hashSlots());
    Map<Integer, Step> next = new LinkedHashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      int hashSlot = move.hashSlots().get(i);
      next.put(hashSlot, HalfMoved.of(move, hashSlot, seen, keys.get(i)).next(policy));
    }
    return next;
  }

  private static List<Integer> having(RecoveryEnd end, Map<Integer, RecoveryEnd> ends) {
    return ends.entrySet().stream()
        .filter(e -> e.getValue() == end)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** One that cannot be closed does not keep the others open. */
  private RecoveryEnd endOne(int hashSlot, Step step, OpenHashSlots move, StoreTopology seen) {
    try {
      return switch (step) {
        case FORGET -> RecoveryEnd.NOTHING_OPEN;
        case FINISH, FINISH_WITH_UNKNOWN_COPIES -> finish(hashSlot, move, seen);
        case UNDO ->
            steps.undo(hashSlot, move) ? RecoveryEnd.UNDONE : finish(hashSlot, move, store.look());
        case GIVE_BACK -> giveBack(hashSlot, move, seen);
        case LEAVE -> {
          reasons.add(left(hashSlot, move, seen));
          yield RecoveryEnd.LEFT_OPEN;
        }
      };
    } catch (MoveProblem e) {
      reasons.add(String.valueOf(e.getMessage()));
      return RecoveryEnd.LEFT_OPEN;
    }
  }

  private RecoveryEnd finish(int hashSlot, OpenHashSlots move, StoreTopology seen) {
    // Ids of those that took over, and what is known of copies, before the mark.
    journal.begin(move);
    if (!move.isWithinOne()) {
      ownerChange.before(move.from(), move.to());
      PrimaryView destination = seen.primary(move.to()).orElseThrow();
      // What is open keeps claims off, and has had no marks since before it was opened.
      if (!destination.owns(hashSlot) && destination.marksOf(hashSlot).isEmpty()) {
        OneMove one = new OneMove(hashSlot, move.from(), move.to());
        var unused = ownerChange.forgetMarks(List.of(one), List.of());
      }
    }
    reasons.addAll(steps.finish(move.only(List.of(hashSlot)), seen));
    return RecoveryEnd.FINISHED;
  }

  private RecoveryEnd giveBack(int hashSlot, OpenHashSlots move, StoreTopology seen) {
    Optional<String> owner = steps.giveBack(hashSlot, move, seen);
    reasons.add(
        owner
            .map(
                id ->
                    ("hash slot %d had lost its owner and was given to %s; whoever lost it by a"
                            + " message of the cluster has deleted its keys: restore them from a"
                            + " backup if any are missing")
                        .formatted(hashSlot, id))
            .orElse(
                "hash slot %d has no owner, and both %s and %s hold keys of it: delete those of one (CLUSTER GETKEYSINSLOT), then recover again"
                    .formatted(hashSlot, move.from(), move.to())));
    return owner.equals(Optional.of(move.to())) ? RecoveryEnd.FINISHED : RecoveryEnd.LEFT_OPEN;
  }

  private static String left(int hashSlot, OpenHashSlots move, StoreTopology seen) {
    List<String> said = new ArrayList<>();
    for (PrimaryView view : seen.primaries()) {
      said.add(
          "%s: owner %s, marks %s"
              .formatted(view, view.ownerOf(hashSlot).orElse("nobody"), view.marksOf(hashSlot)));
    }
    return ("hash slot %d was moving from %s to %s, but another tool has opened or moved it since;"
            + " it is left unchanged. Close it manually (CLUSTER SETSLOT), then recover again. %s")
        .formatted(hashSlot, move.from(), move.to(), String.join("; ", said));
  }
}
