package io.amoeba.coordinator;

import io.amoeba.coordinator.execute.moves.KeyBatch;
import io.amoeba.coordinator.execute.moves.MoveWay;
import io.amoeba.coordinator.execute.moves.MovingStore;
import io.amoeba.coordinator.execute.moves.StoreTopology;
import java.util.Set;

/** A store at which something happens once, at a chosen moment of the move of one hash slot. */
final class StoppedStore implements MovingStore {

  /** After which command it happens. */
  enum Phase {
    IMPORTING,
    MIGRATING,
    SOME_KEYS,
    ALL_KEYS,
    OWNER_AT_DESTINATION,
    OWNER_AT_SOURCE
  }

  /** The mover's process ends. */
  static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final MovingStore store;
  private final int hashSlot;
  private final Phase phase;
  private final Runnable event;
  private boolean happened;

  StoppedStore(MovingStore store, int hashSlot, Phase phase, Runnable event) {
    this.store = store;
    this.hashSlot = hashSlot;
    this.phase = phase;
    this.event = event;
  }

  private void after(int movedHashSlot, Phase done) {
    if (movedHashSlot == hashSlot && done == phase && !happened) {
      happened = true;
      event.run();
    }
  }

  @Override
  public StoreTopology look() {
    return store.look();
  }

  @Override
  public Set<MoveWay> ways() {
    return store.ways();
  }

  @Override
  public String run(String primary) {
    return store.run(primary);
  }

  @Override
  public long countKeys(String primary, int ofHashSlot) {
    return store.countKeys(primary, ofHashSlot);
  }

  @Override
  public void setImporting(String primary, int movedHashSlot, String source) {
    store.setImporting(primary, movedHashSlot, source);
    after(movedHashSlot, Phase.IMPORTING);
  }

  @Override
  public void setMigrating(String primary, int movedHashSlot, String destination) {
    store.setMigrating(primary, movedHashSlot, destination);
    after(movedHashSlot, Phase.MIGRATING);
  }

  @Override
  public void setOwner(String primary, int movedHashSlot, String owner) {
    store.setOwner(primary, movedHashSlot, owner);
    after(
        movedHashSlot, primary.equals(owner) ? Phase.OWNER_AT_DESTINATION : Phase.OWNER_AT_SOURCE);
  }

  @Override
  public void setStable(String primary, int movedHashSlot) {
    store.setStable(primary, movedHashSlot);
  }

  @Override
  public int migrateKeys(KeyBatch batch) {
    int keys = store.migrateKeys(batch);
    after(batch.hashSlot(), keys == 0 ? Phase.ALL_KEYS : Phase.SOME_KEYS);
    return keys;
  }

  @Override
  public void close() {
    store.close();
  }
}
