package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.changes.slots.SlotTransition.Action;
import io.amoeba.coordinator.changes.slots.SlotTransition.Policy;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import io.amoeba.coordinator.diagnosis.Problem;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Migrates hash slots by CLUSTER SETSLOT and MIGRATE, some at a time. No other tool may migrate
 * those in transition. For one run, confined to one thread.
 */
final class SetSlotMigration implements SlotMigrator {

  /** What has become of a hash slot, which is in transition if there is a problem. */
  private record End(boolean arrived, @Nullable Problem problem) {

    static final End ARRIVED = new End(true, null);
    static final End AT_SOURCE = new End(false, null);

    static End left(Problem problem) {
      return new End(false, problem);
    }
  }

  private final ClusterAdmin store;
  private final SlotMigrationLimits limits;
  private final OwnerChange ownerChange;
  private final SetSlotSteps steps;
  private final List<SlotMove> all;

  /** Of which the destination has no marks. */
  private final Set<Integer> withoutMarks = new HashSet<>();

  /**
   * A migration.
   *
   * @param all hash slots that are going to migrate
   */
  SetSlotMigration(
      ClusterAdmin store,
      SlotMigrationLimits limits,
      Pace pace,
      OwnerChange ownerChange,
      List<SlotMove> all) {
    this.store = store;
    this.limits = limits;
    this.steps = new SetSlotSteps(store, limits, pace, ownerChange);
    this.ownerChange = ownerChange;
    this.all = all;
  }

  @Override
  public int hashSlotsPerLook() {
    return limits.hashSlotsPerBatch();
  }

  @Override
  public List<SlotMove> migrate(List<SlotMove> moves, ClusterView seen, MigrationStep step) {
    List<SlotMove> next = SlotMove.together(moves, seen, limits.hashSlotsAtOnce());
    String from = next.get(0).from();
    next = next.subList(0, withFewKeys(store.countKeys(from, SlotMove.hashSlots(next))));
    SlotsInTransition slots =
        SlotMove.inTransition(next, store.run(from), SlotMigrationMethod.SETSLOT_AND_MIGRATE);
    slots.requireNoKeys(store.countKeys(slots.to(), slots.hashSlots()));
    store.requireDatabases(from, slots.to());
    if (!ownerChange.before(from, slots.to(), step::isCancelled)) {
      return List.of();
    }
    forgetMarks(next, seen);
    step.begins(slots);
    requireNoHiddenKeys(slots, step);
    steps.finish(slots, seen, step);
    ownerChange.requireAgreement(next);
    step.ends();
    return next;
  }

  /*
   * Once for as many as possible, since it takes seconds: for all that the same destination takes,
   * and for all of sources that take nothing. No mark comes back: it takes a message without the
   * hash slot, and the source claims it in every message until it has moved; another node's message
   * about the source is news only after the source has a new epoch, as after it has taken some.
   */
  private void forgetMarks(List<SlotMove> next, ClusterView seen) {
    if (withoutMarks.containsAll(SlotMove.hashSlots(next))) {
      return;
    }
    String to = next.get(0).to();
    Set<String> takers = all.stream().map(SlotMove::to).collect(Collectors.toSet());
    List<SlotMove> later =
        all.stream()
            .filter(move -> !withoutMarks.contains(move.hashSlot()) && !next.contains(move))
            .filter(move -> move.to().equals(to) || !takers.contains(move.from()))
            .filter(move -> !move.isDone(seen))
            .toList();
    withoutMarks.addAll(ownerChange.forgetMarks(next, later));
  }

  /** While it imports them, a destination counts what it hid; no client is sent there yet. */
  private void requireNoHiddenKeys(SlotsInTransition slots, MigrationStep step) {
    if (store.countsHiddenKeys(slots.to())) {
      return;
    }
    store.setImporting(slots.to(), slots.hashSlots(), slots.from());
    List<Long> keys = store.countKeys(slots.to(), slots.hashSlots());
    try {
      slots.requireNoKeys(keys);
    } catch (ClusterFailure e) {
      store.setStable(slots.to(), slots.hashSlots());
      step.ends();
      throw e;
    }
  }

  /*
   * Clients that ask for a key that has left are sent after it, so hash slots are in transition for
   * as short as possible: several only if the keys of all of them go as fast as those of one.
   */
  private int withFewKeys(List<Long> keys) {
    long sum = keys.get(0);
    int count = 1;
    while (count < keys.size() && sum + keys.get(count) <= limits.keysAtOnce()) {
      sum += keys.get(count);
      count++;
    }
    return count;
  }

  @Override
  public List<Problem> settle(SlotsInTransition begun, Policy policy, MigrationStep step) {
    ClusterView seen = store.look();
    SlotsInTransition slots = begun.succeeded(seen);
    slots.externalMigrations(seen).forEach(text -> step.notes("EXTERNAL_SLOT_MIGRATION", text));
    List<Problem> absent =
        Stream.of(slots.from(), slots.to())
            .distinct()
            .flatMap(id -> ClaimRules.problemOf(id, seen).stream())
            .map(reason -> Problem.error("SLOT_MIGRATION_PRECONDITION", reason, ""))
            .toList();
    if (!absent.isEmpty()) {
      return absent;
    }
    Map<Integer, Action> actions = actions(slots, seen, policy);
    SlotsInTransition known =
        actions.containsValue(Action.FINISH_WITH_UNKNOWN_COPIES)
            ? slots.withUnknownCopies()
            : slots;
    if (!known.equals(begun)) {
      // Ids of those that took over, and what is known of copies, before the next command.
      step.begins(known);
    }
    Map<Integer, End> ends = new LinkedHashMap<>();
    actions.forEach((slot, action) -> ends.put(slot, end(slot, action, known, seen, step)));
    verify(known, ends);
    List<Integer> left = slots(ends, end -> end.problem() != null);
    step.hasSettled((int) ends.values().stream().filter(End::arrived).count());
    if (left.isEmpty()) {
      step.ends();
    } else {
      step.leaves(known.only(left));
    }
    return ends.values().stream()
        .flatMap(end -> Stream.ofNullable(end.problem()))
        .distinct()
        .toList();
  }

  private Map<Integer, Action> actions(SlotsInTransition slots, ClusterView seen, Policy policy) {
    List<Long> keys = store.countKeys(slots.to(), slots.hashSlots());
    Map<Integer, Action> actions = new LinkedHashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      int hashSlot = slots.hashSlots().get(i);
      actions.put(hashSlot, SlotTransition.of(slots, hashSlot, seen, keys.get(i)).next(policy));
    }
    return actions;
  }

  /** A hash slot has arrived when every primary sees the new owner, and not before. */
  private void verify(SlotsInTransition slots, Map<Integer, End> ends) {
    List<SlotMove> arrived =
        slots(ends, End::arrived).stream()
            .map(slot -> new SlotMove(slot, slots.from(), slots.to()))
            .toList();
    List<String> disagreements = ownerChange.disagreements(arrived);
    if (!disagreements.isEmpty()) {
      End left =
          End.left(Problem.error("SLOT_OWNER_DISAGREEMENT", String.join("; ", disagreements), ""));
      arrived.forEach(move -> ends.put(move.hashSlot(), left));
    }
  }

  private static List<Integer> slots(Map<Integer, End> ends, Predicate<End> which) {
    return ends.entrySet().stream()
        .filter(entry -> which.test(entry.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** One that cannot be ended does not keep the others in transition. */
  private End end(
      int hashSlot, Action action, SlotsInTransition slots, ClusterView seen, MigrationStep step) {
    try {
      return switch (action) {
        case FORGET -> End.AT_SOURCE;
        case FINISH, FINISH_WITH_UNKNOWN_COPIES -> finish(hashSlot, slots, seen, step);
        case UNDO ->
            steps.undo(hashSlot, slots)
                ? End.AT_SOURCE
                : finish(hashSlot, slots, store.look(), step);
        case GIVE_BACK -> giveBack(hashSlot, slots, seen, step);
        case LEAVE -> End.left(external(hashSlot, slots, seen));
      };
    } catch (ClusterFailure e) {
      return End.left(e.problem());
    }
  }

  private End finish(int hashSlot, SlotsInTransition slots, ClusterView seen, MigrationStep step) {
    if (!slots.isWithinOne()) {
      ownerChange.before(slots.from(), slots.to());
      ServerView destination = seen.primary(slots.to()).orElseThrow();
      // What is in transition keeps claims off, and has had no marks since before that.
      if (!destination.owns(hashSlot) && destination.transitionsOf(hashSlot).isEmpty()) {
        SlotMove one = new SlotMove(hashSlot, slots.from(), slots.to());
        var unused = ownerChange.forgetMarks(List.of(one), List.of());
      }
    }
    steps.finish(slots.only(List.of(hashSlot)), seen, step);
    return End.ARRIVED;
  }

  private End giveBack(
      int hashSlot, SlotsInTransition slots, ClusterView seen, MigrationStep step) {
    Optional<String> owner = steps.giveBack(hashSlot, slots, seen);
    if (owner.isEmpty()) {
      return End.left(
          Problem.error(
              "SLOT_WITHOUT_OWNER",
              "hash slot %d has no owner, and both %s and %s hold keys of it"
                  .formatted(hashSlot, slots.from(), slots.to()),
              "Delete the keys of one of them (CLUSTER GETKEYSINSLOT)."));
    }
    String given =
        ("hash slot %d had lost its owner and was given to %s; whoever lost it by a message of the"
                + " cluster has deleted its keys: restore them from a backup if any are missing")
            .formatted(hashSlot, owner.get());
    if (owner.get().equals(slots.to())) {
      step.notes("SLOT_WITHOUT_OWNER", given);
      return End.ARRIVED;
    }
    return End.left(Problem.error("SLOT_WITHOUT_OWNER", given, ""));
  }

  private static Problem external(int hashSlot, SlotsInTransition slots, ClusterView seen) {
    String said =
        seen.primaries().stream()
            .map(
                view ->
                    "%s: owner %s, in transition: %s"
                        .formatted(
                            view,
                            view.ownerOf(hashSlot).orElse("nobody"),
                            view.transitionsOf(hashSlot)))
            .collect(Collectors.joining("; "));
    return Problem.error(
        "EXTERNAL_SLOT_MIGRATION",
        ("hash slot %d was moving from %s to %s, but another tool has opened or moved it since; it"
                + " is left unchanged. %s")
            .formatted(hashSlot, slots.from(), slots.to(), said),
        "End its migration manually (CLUSTER SETSLOT).");
  }
}
