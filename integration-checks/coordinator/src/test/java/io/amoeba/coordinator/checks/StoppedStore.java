package io.amoeba.coordinator.checks;

import io.amoeba.coordinator.changes.slots.AtomicMigration;
import io.amoeba.coordinator.changes.slots.SlotMigrationClient;
import io.amoeba.coordinator.changes.slots.SlotMigrationClient.KeyBatch;
import io.amoeba.coordinator.changes.slots.SlotMigrationMethod;
import io.amoeba.coordinator.changes.slots.SlotsInTransition;
import io.amoeba.coordinator.cluster.ClusterView;
import java.util.List;
import java.util.Set;

/**
 * A store at which something happens once, at a chosen moment of the move of one hash slot and of
 * those that are open with it.
 */
final class StoppedStore implements SlotMigrationClient {

  /** After which command it happens. */
  enum Phase {
    IMPORTING,
    MIGRATING,
    SOME_KEYS,
    ALL_KEYS,
    OWNER_AT_DESTINATION,
    OWNER_AT_SOURCE,
    /** The servers migrate by themselves. */
    MIGRATION
  }

  /** The mover's process ends. */
  static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final SlotMigrationClient store;
  private final int hashSlot;
  private final Phase phase;
  private final Runnable event;
  private boolean happened;
  private List<Integer> taken = List.of();

  StoppedStore(SlotMigrationClient store, int hashSlot, Phase phase, Runnable event) {
    this.store = store;
    this.hashSlot = hashSlot;
    this.phase = phase;
    this.event = event;
  }

  private void after(List<Integer> moved, Phase done) {
    if (moved.contains(hashSlot) && done == phase && !happened) {
      happened = true;
      event.run();
    }
  }

  @Override
  public ClusterView look() {
    return store.look();
  }

  @Override
  public Set<SlotMigrationMethod> methods() {
    return store.methods();
  }

  @Override
  public String run(String primary) {
    return store.run(primary);
  }

  @Override
  public boolean keepsMarks(String primary) {
    return store.keepsMarks(primary);
  }

  @Override
  public boolean countsHiddenKeys(String primary) {
    return store.countsHiddenKeys(primary);
  }

  @Override
  public List<Long> countKeys(String primary, List<Integer> hashSlots) {
    return store.countKeys(primary, hashSlots);
  }

  @Override
  public void requireDatabases(String from, String to) {
    store.requireDatabases(from, to);
  }

  @Override
  public void setImporting(String primary, List<Integer> moved, String source) {
    store.setImporting(primary, moved, source);
    after(moved, Phase.IMPORTING);
  }

  @Override
  public void setMigrating(String primary, List<Integer> moved, String destination) {
    store.setMigrating(primary, moved, destination);
    after(moved, Phase.MIGRATING);
  }

  @Override
  public void setOwner(String primary, List<Integer> moved, String owner) {
    store.setOwner(primary, moved, owner);
    if (primary.equals(owner)) {
      taken = moved;
      after(moved, Phase.OWNER_AT_DESTINATION);
    } else if (taken.equals(moved)) { // before that, the destination forgets its marks
      after(moved, Phase.OWNER_AT_SOURCE);
    }
  }

  @Override
  public void setStable(String primary, List<Integer> moved) {
    store.setStable(primary, moved);
  }

  @Override
  public int migrateKeys(KeyBatch batch) {
    boolean together = batch.hashSlots().size() > 1;
    int some = together && phase == Phase.SOME_KEYS && !happened ? ofTheHashSlotAlone(batch) : 0;
    int keys = store.migrateKeys(batch);
    // Several go together when one exchange takes all that they have.
    after(batch.hashSlots(), keys == 0 || together ? Phase.ALL_KEYS : Phase.SOME_KEYS);
    return some + keys;
  }

  /** What goes together arrives one hash slot after the other. */
  private int ofTheHashSlotAlone(KeyBatch batch) {
    if (!batch.hashSlots().contains(hashSlot)) {
      return 0;
    }
    List<Integer> alone = List.of(hashSlot);
    int keys =
        store.migrateKeys(
            new KeyBatch(
                alone, batch.from(), batch.to(), batch.keys(), batch.timeout(), batch.replace()));
    after(alone, Phase.SOME_KEYS);
    return keys;
  }

  @Override
  public void migrate(SlotsInTransition move) {
    store.migrate(move);
    after(move.hashSlots(), Phase.MIGRATION);
  }

  @Override
  public List<AtomicMigration> migrations(SlotMigrationMethod method, String primary) {
    return store.migrations(method, primary);
  }

  @Override
  public void cancel(SlotMigrationMethod method, String primary, AtomicMigration migration) {
    store.cancel(method, primary, migration);
  }
}
