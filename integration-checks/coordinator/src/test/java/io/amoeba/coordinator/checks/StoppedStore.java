package io.amoeba.coordinator.checks;

import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterAdmin.KeyBatch;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import java.util.List;

/**
 * A store at which something happens once, at a chosen moment of the move of one hash slot and of
 * those that are open with it.
 */
final class StoppedStore extends DisturbedCluster {

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

  private final int hashSlot;
  private final Phase phase;
  private final Runnable event;
  private boolean happened;
  private List<Integer> taken = List.of();

  StoppedStore(ClusterAdmin store, int hashSlot, Phase phase, Runnable event) {
    super(store);
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
}
