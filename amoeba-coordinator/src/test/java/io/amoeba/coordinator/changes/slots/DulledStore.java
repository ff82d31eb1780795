package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.AtomicMigration;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.KnownServer.Pings;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import io.amoeba.coordinator.cluster.UnexpectedCommands;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A store whose mover does not see some of what it should wait for: a mutant of the rule. */
final class DulledStore extends UnexpectedCommands {

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
  public ClusterView look() {
    looks++;
    ClusterView seen = store.look();
    return new ClusterView(
        seen.servers().stream().map(view -> view.isPrimary() ? dull(view, seen) : view).toList(),
        seen.silent());
  }

  private ServerView dull(ServerView view, ClusterView seen) {
    Map<String, KnownServer> known = new LinkedHashMap<>();
    view.known().forEach((id, server) -> known.put(id, dull(server, seen)));
    return new ServerView(view.address(), view.id(), known, view.transitions(), view.info());
  }

  private KnownServer dull(KnownServer server, ClusterView seen) {
    boolean dulledOwners =
        closing ? dulled.contains(Sense.NEW_OWNERS) : dulled.contains(Sense.BELIEFS);
    boolean dulledEpochs = closing && dulled.contains(Sense.NEW_EPOCHS);
    Optional<KnownServer> ofItself = seen.primary(server.id()).map(ServerView::own);
    return new KnownServer(
        server.id(),
        server.address(),
        server.otherHosts(),
        server.flags(),
        server.primaryId(),
        dulled.contains(Sense.ANSWERED_PINGS) ? new Pings(0, looks % 2 + 1) : server.pings(),
        dulledEpochs ? ofItself.map(KnownServer::epoch).orElse(server.epoch()) : server.epoch(),
        server.linked(),
        dulledOwners ? ofItself.map(KnownServer::hashSlots).orElse(List.of()) : server.hashSlots());
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
}
