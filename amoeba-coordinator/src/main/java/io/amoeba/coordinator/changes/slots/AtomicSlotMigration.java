package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.changes.slots.SlotTransition.Policy;
import io.amoeba.coordinator.cluster.AtomicMigration;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import io.amoeba.coordinator.diagnosis.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Migrates hash slots by migrations that the servers carry out by themselves, and that move all of
 * their hash slots or none. One that is under way may end by itself at any moment, also while no
 * coordinator looks. For one run, confined to one thread. Source: command references of CLUSTER
 * MIGRATION (Redis) and CLUSTER MIGRATESLOTS (Valkey).
 */
final class AtomicSlotMigration implements SlotMigrator {

  private final ClusterAdmin store;
  private final SlotMigrationLimits limits;
  private final Duration patience;
  private final Pace pace;
  private final OwnerChange ownerChange;
  private final SlotMigrationMethod method;

  /**
   * A migration.
   *
   * @param patience how long a destination may take to delete what a migration left there that has
   *     ended, and a migration to end
   * @param method an atomic one
   */
  AtomicSlotMigration(
      ClusterAdmin store,
      SlotMigrationLimits limits,
      Duration patience,
      Pace pace,
      OwnerChange ownerChange,
      SlotMigrationMethod method) {
    this.store = store;
    this.limits = limits;
    this.patience = patience;
    this.pace = pace;
    this.ownerChange = ownerChange;
    this.method = method;
  }

  @Override
  public int hashSlotsPerLook() {
    return limits.hashSlotsPerMigration();
  }

  @Override
  public List<SlotMove> migrate(List<SlotMove> moves, ClusterView seen, MigrationStep step) {
    List<SlotMove> next = SlotMove.together(moves, seen, limits.hashSlotsPerMigration());
    String from = next.get(0).from();
    SlotsInTransition slots = SlotMove.inTransition(next, store.run(from), method);
    awaitNoKeys(slots);
    if (!ownerChange.before(from, slots.to(), step::isCancelled)) {
      return List.of();
    }
    long keys = store.countKeys(from, slots.hashSlots()).stream().mapToLong(Long::longValue).sum();
    AtomicMigration ended = await(begin(slots, step), slots, step);
    step.ends();
    if (ended.state() == AtomicMigration.State.COMPLETED) {
      step.movedKeys(keys);
      return next;
    }
    if (step.isCancelled()) {
      return List.of();
    }
    throw new ClusterFailure(
        ClusterFailure.Kind.REFUSED,
        "%s stay where they were, with all their keys: %s has ended"
            .formatted(slots.names(), ended),
        "the logs of %s and %s may say more".formatted(from, slots.to()));
  }

  /** What an ended migration has left at the destination is deleted in the background. */
  private void awaitNoKeys(SlotsInTransition slots) {
    slots.requireNoKeys(
        pace.lookUntil(
            keys -> keys.stream().allMatch(count -> count == 0),
            patience,
            () -> store.countKeys(slots.to(), slots.hashSlots())));
  }

  /*
   * The migration is known by what was not there before: not every server answers with a name.
   */
  private String begin(SlotsInTransition slots, MigrationStep step) {
    String steering = method.steering(slots);
    Set<String> before =
        store.migrations(method, steering).stream()
            .map(AtomicMigration::id)
            .collect(Collectors.toSet());
    step.begins(slots);
    try {
      store.migrate(slots);
    } catch (ClusterFailure e) {
      if (e.isRefusal()) {
        step.ends();
      }
      throw e;
    }
    return store.migrations(method, steering).stream()
        .filter(migration -> !before.contains(migration.id()) && migration.isOf(slots))
        .map(AtomicMigration::id)
        .findFirst()
        .orElseThrow(() -> unknown(slots, "the migration"));
  }

  /** How it has ended. */
  private AtomicMigration await(String id, SlotsInTransition slots, MigrationStep step) {
    String steering = method.steering(slots);
    boolean cancelled = false;
    while (true) {
      Optional<AtomicMigration> now =
          store.migrations(method, steering).stream().filter(m -> m.id().equals(id)).findFirst();
      AtomicMigration migration = now.orElseThrow(() -> unknown(slots, "migration " + id));
      if (!migration.isUnderWay()) {
        return migration;
      }
      if (!cancelled && (step.isCancelled() || migration.attempts() >= limits.attempts())) {
        store.cancel(method, steering, migration);
        cancelled = true;
      } else {
        pace.retry();
      }
    }
  }

  private ClusterFailure unknown(SlotsInTransition slots, String migration) {
    return new ClusterFailure(
        ClusterFailure.Kind.UNREACHABLE,
        "%s does not know %s of %s any more: it has restarted, or another tool has cleared it"
            .formatted(method.steering(slots), migration, slots.names()));
  }

  /*
   * A replica that has taken over from either primary knows of no migration, and the other one's
   * ends: nothing is in transition that could be taken over.
   */
  @Override
  public List<Problem> settle(SlotsInTransition begun, Policy policy, MigrationStep step) {
    ClusterView seen = store.look();
    SlotsInTransition slots = begun.succeeded(seen);
    Optional<String> problem = ClaimRules.problemOf(method.steering(slots), seen);
    if (problem.isPresent()) {
      return List.of(Problem.error("SLOT_MIGRATION_PRECONDITION", problem.get(), ""));
    }
    Optional<AtomicMigration> underWay = awaitEnd(slots, policy);
    if (underWay.isPresent()) {
      return List.of(
          Problem.error(
              "SLOT_MIGRATION_IN_PROGRESS",
              "%s of %s is still in progress".formatted(underWay.get(), slots.names()),
              ""));
    }
    Optional<ServerView> destination = store.look().primary(slots.to());
    List<SlotMove> arrived =
        slots.hashSlots().stream()
            .filter(slot -> destination.filter(to -> to.owns(slot)).isPresent())
            .map(slot -> new SlotMove(slot, slots.from(), slots.to()))
            .toList();
    step.ends();
    step.hasSettled(arrived.size());
    ownerChange.disagreements(arrived).forEach(text -> step.notes("SLOT_OWNER_DISAGREEMENT", text));
    return List.of();
  }

  /** The migration of these hash slots that is still under way when the patience is over. */
  private Optional<AtomicMigration> awaitEnd(SlotsInTransition slots, Policy policy) {
    String steering = method.steering(slots);
    long looks = Math.max(1, patience.dividedBy(Pace.RETRY));
    String cancelled = "";
    Optional<AtomicMigration> underWay = Optional.empty();
    for (long look = 0; look < looks; look++) {
      underWay =
          store.migrations(method, steering).stream()
              .filter(migration -> migration.isUnderWay() && migration.isOf(slots))
              .findFirst();
      if (underWay.isEmpty()) {
        return underWay;
      }
      AtomicMigration migration = underWay.get();
      boolean end =
          policy == Policy.UNDO_IF_NO_KEY_MOVED || migration.attempts() >= limits.attempts();
      if (end && !cancelled.equals(migration.id())) {
        store.cancel(method, steering, migration);
        cancelled = migration.id();
      } else if (look + 1 < looks) {
        pace.retry();
      }
    }
    return underWay;
  }
}
