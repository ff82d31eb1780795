package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.changes.slots.PrimaryView.PingState;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A store whose mover does not see some of what it should wait for: a mutant of the rule. */
final class DulledStore implements SlotMigrationClient {

  /** What the mover believes to be as it should be. */
  enum Sense {
    /** Everything older has arrived. */
    ANSWERED_PINGS,
    /** Nobody believes that a primary owns what it does not. */
    BELIEFS,
    /** Everybody knows the epoch of who has just taken hash slots. */
    NEW_EPOCHS,
    /** Everybody sees the new owner. */
    NEW_OWNERS,
    /** The destination has no marks. */
    LASTING_MARKS
  }

  /** The rule before: all know each other's epochs before a move begins. */
  static final Set<Sense> FORMER_RULE = Set.of(Sense.values());

  private final SimulatedStore store;
  private final Set<Sense> dulled;
  private boolean closing;
  private long looks;

  DulledStore(SimulatedStore store, Set<Sense> dulled) {
    this.store = store;
    this.dulled = dulled;
  }

  @Override
  public StoreTopology look() {
    looks++;
    StoreTopology seen = store.look();
    return new StoreTopology(
        seen.primaries().stream().map(view -> dull(view, seen)).toList(),
        seen.replicas(),
        seen.primaryOfReplica(),
        seen.silent());
  }

  private PrimaryView dull(PrimaryView view, StoreTopology seen) {
    Map<String, List<HashSlotSpan>> owners = view.owners();
    Map<String, Long> epochs = view.epochs();
    Map<String, PingState> pings = view.pings();
    if (dulled.contains(Sense.ANSWERED_PINGS)) {
      pings = with(pings, ping -> new PingState(0, looks % 2 + 1));
    }
    if (closing && dulled.contains(Sense.NEW_EPOCHS)) {
      epochs = new HashMap<>(epochs);
      for (PrimaryView other : seen.primaries()) {
        epochs.put(other.id(), other.epochOf(other.id()));
      }
    }
    if (closing ? dulled.contains(Sense.NEW_OWNERS) : dulled.contains(Sense.BELIEFS)) {
      owners = truth(seen);
    }
    return new PrimaryView(view.id(), view.address(), owners, view.transitions(), epochs, pings);
  }

  /** What each says of itself. */
  private static Map<String, List<HashSlotSpan>> truth(StoreTopology seen) {
    Map<String, List<HashSlotSpan>> owners = new HashMap<>();
    for (PrimaryView view : seen.primaries()) {
      owners.put(view.id(), view.owners().getOrDefault(view.id(), List.of()));
    }
    return owners;
  }

  private static Map<String, PingState> with(
      Map<String, PingState> pings, UnaryOperator<PingState> change) {
    Map<String, PingState> changed = new HashMap<>();
    pings.forEach((peer, ping) -> changed.put(peer, change.apply(ping)));
    return changed;
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
    return !dulled.contains(Sense.LASTING_MARKS) && store.keepsMarks(primary);
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
  public void setImporting(String primary, List<Integer> hashSlots, String source) {
    closing = false;
    store.setImporting(primary, hashSlots, source);
  }

  @Override
  public void setMigrating(String primary, List<Integer> hashSlots, String destination) {
    store.setMigrating(primary, hashSlots, destination);
  }

  @Override
  public void setOwner(String primary, List<Integer> hashSlots, String owner) {
    closing = true;
    store.setOwner(primary, hashSlots, owner);
  }

  @Override
  public void setStable(String primary, List<Integer> hashSlots) {
    store.setStable(primary, hashSlots);
  }

  @Override
  public int migrateKeys(KeyBatch batch) {
    return store.migrateKeys(batch);
  }

  @Override
  public void migrate(SlotsInTransition move) {
    store.migrate(move);
  }

  @Override
  public List<AtomicMigration> migrations(SlotMigrationMethod method, String primary) {
    return new ArrayList<>(store.migrations(method, primary));
  }

  @Override
  public void cancel(SlotMigrationMethod method, String primary, AtomicMigration migration) {
    store.cancel(method, primary, migration);
  }

  @Override
  public void close() {
    store.close();
  }
}
