package io.amoeba.coordinator.cluster;

import java.util.List;
import java.util.Set;

/** A cluster that is told nothing: a test overrides what it expects. */
public abstract class UnexpectedCommands implements ClusterAdmin {

  @Override
  public ClusterView look() {
    throw new AssertionError("look");
  }

  @Override
  public ClusterView look(Set<ServerAddress> also) {
    throw new AssertionError("look");
  }

  @Override
  public void meet(ServerAddress member, ServerAddress other) {
    throw new AssertionError("meet");
  }

  @Override
  public void replicate(ServerAddress server, String primary) {
    throw new AssertionError("replicate");
  }

  @Override
  public void failOver(ServerAddress replica) {
    throw new AssertionError("failOver");
  }

  @Override
  public void save(ServerAddress server) {
    throw new AssertionError("save");
  }

  @Override
  public void rewrite(ServerAddress server) {
    throw new AssertionError("rewrite");
  }

  @Override
  public void forget(ServerAddress member, String id) {
    throw new AssertionError("forget");
  }

  @Override
  public void reset(ServerAddress server) {
    throw new AssertionError("reset");
  }

  @Override
  public Set<SlotMigrationMethod> methods() {
    throw new AssertionError("methods");
  }

  @Override
  public String run(String primary) {
    throw new AssertionError("run");
  }

  @Override
  public boolean keepsMarks(String primary) {
    throw new AssertionError("keepsMarks");
  }

  @Override
  public boolean countsHiddenKeys(String primary) {
    throw new AssertionError("countsHiddenKeys");
  }

  @Override
  public List<Long> countKeys(String primary, List<Integer> hashSlots) {
    throw new AssertionError("countKeys");
  }

  @Override
  public void requireDatabases(String from, String to) {
    throw new AssertionError("requireDatabases");
  }

  @Override
  public void setImporting(String primary, List<Integer> hashSlots, String source) {
    throw new AssertionError("setImporting");
  }

  @Override
  public void setMigrating(String primary, List<Integer> hashSlots, String destination) {
    throw new AssertionError("setMigrating");
  }

  @Override
  public void setOwner(String primary, List<Integer> hashSlots, String owner) {
    throw new AssertionError("setOwner");
  }

  @Override
  public void setStable(String primary, List<Integer> hashSlots) {
    throw new AssertionError("setStable");
  }

  @Override
  public int migrateKeys(KeyBatch batch) {
    throw new AssertionError("migrateKeys");
  }

  @Override
  public void migrate(SlotsInTransition slots) {
    throw new AssertionError("migrate");
  }

  @Override
  public List<AtomicMigration> migrations(SlotMigrationMethod method, String primary) {
    throw new AssertionError("migrations");
  }

  @Override
  public void cancel(SlotMigrationMethod method, String primary, AtomicMigration migration) {
    throw new AssertionError("cancel");
  }
}
