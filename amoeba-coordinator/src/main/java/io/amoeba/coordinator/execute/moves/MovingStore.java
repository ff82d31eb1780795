package io.amoeba.coordinator.execute.moves;

import java.util.Set;

/**
 * Port to the primaries of the store. Primaries are named by id. Nodes are connected to by {@link
 * #look} alone: all commands between two looks go to the same processes, or fail. Confined to one
 * thread. Source: Redis Cluster specification, "Live reconfiguration"; command references of
 * CLUSTER SETSLOT and MIGRATE.
 *
 * <p>Every method throws {@link MoveProblem} if it cannot be done.
 */
public interface MovingStore extends AutoCloseable {

  /**
   * Asks every node for its view.
   *
   * @throws MoveProblem if no node answers that sees most of the primaries
   */
  StoreTopology look();

  /** The ways that every primary of the last look knows. */
  Set<MoveWay> ways();

  /** Which process a primary is: another one after each start. */
  String run(String primary);

  /** Number of keys that a primary holds of a hash slot, its own or not. */
  long countKeys(String primary, int hashSlot);

  /** The primary takes keys of the hash slot from the source, and serves who was sent by it. */
  void setImporting(String primary, int hashSlot, String source);

  /** The primary sends who asks for a key that it lacks to the destination. */
  void setMigrating(String primary, int hashSlot, String destination);

  /** The primary takes note of the owner of the hash slot; its own mark of it ends. */
  void setOwner(String primary, int hashSlot, String owner);

  /** The primary's mark of the hash slot ends; the owner stays. */
  void setStable(String primary, int hashSlot);

  /**
   * Moves some keys.
   *
   * @return how many were tried; 0: the source holds none of the hash slot
   */
  int migrateKeys(KeyBatch batch);

  @Override
  void close();
}
