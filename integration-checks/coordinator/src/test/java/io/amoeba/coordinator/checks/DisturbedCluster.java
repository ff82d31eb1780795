package io.amoeba.coordinator.checks;

import io.amoeba.coordinator.cluster.AtomicMigration;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import java.util.List;
import java.util.Set;

/** Passes all commands on to a real cluster: a check overrides what it disturbs. */
abstract class DisturbedCluster implements ClusterAdmin {

  final ClusterAdmin store;

  DisturbedCluster(ClusterAdmin store) {
    this.store = store;
  }

  @Override
  public ClusterView look() {
    return store.look();
  }

  @Override
  public ClusterView look(Set<ServerAddress> also) {
    return store.look(also);
  }

  @Override
  public void meet(ServerAddress member, ServerAddress other) {
    store.meet(member, other);
  }

  @Override
  public void replicate(ServerAddress server, String primary) {
    store.replicate(server, primary);
  }

  @Override
  public void failOver(ServerAddress replica) {
    store.failOver(replica);
  }

  @Override
  public void save(ServerAddress server) {
    store.save(server);
  }

  @Override
  public void rewrite(ServerAddress server) {
    store.rewrite(server);
  }

  @Override
  public void forget(ServerAddress member, String id) {
    store.forget(member, id);
  }

  @Override
  public void reset(ServerAddress server) {
    store.reset(server);
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
  public void setImporting(String primary, List<Integer> hashSlots, String source) {
    store.setImporting(primary, hashSlots, source);
  }

  @Override
  public void setMigrating(String primary, List<Integer> hashSlots, String destination) {
    store.setMigrating(primary, hashSlots, destination);
  }

  @Override
  public void setOwner(String primary, List<Integer> hashSlots, String owner) {
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
  public void migrate(SlotsInTransition slots) {
    store.migrate(slots);
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
