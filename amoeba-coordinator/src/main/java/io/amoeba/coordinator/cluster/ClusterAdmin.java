package io.amoeba.coordinator.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Port to the servers of the store: every command by which operations change the cluster. Servers
 * are connected to by looks alone: all commands between two looks go to the same processes, or
 * fail. Primaries that have hash slots, or take them, are named by id; servers that become or stop
 * to be members by address. Confined to one thread. Source: Redis Cluster specification, "Live
 * reconfiguration"; command references of CLUSTER SETSLOT, MEET, REPLICATE, FAILOVER, FORGET and
 * RESET, and of MIGRATE, BGSAVE and BGREWRITEAOF.
 *
 * <p>Every method throws {@link ClusterFailure} if it cannot be done. What is said of several hash
 * slots is sent at once; if it cannot be done for one of them, it may have been for the others.
 */
public interface ClusterAdmin {

  /**
   * Some keys of hash slots that go from one primary to another. Immutable.
   *
   * @param hashSlots which are sent together, one at least
   * @param keys most keys that are taken of each hash slot
   * @param timeout longest silence between the two primaries
   * @param replace whether copies that the destination already has are overwritten
   */
  record KeyBatch(
      List<Integer> hashSlots,
      String from,
      String to,
      int keys,
      Duration timeout,
      boolean replace) {

    /** Copies the list. */
    public KeyBatch {
      hashSlots = List.copyOf(hashSlots);
    }
  }

  /**
   * Asks every member of the cluster for its view alone.
   *
   * @throws ClusterFailure if no server answers that sees most of the primaries
   */
  ClusterView look();

  /**
   * Asks every member of the cluster, and these servers, for their views, and what they say of
   * themselves beside that.
   *
   * @throws ClusterFailure if no server answers that sees most of the primaries
   */
  ClusterView look(Set<ServerAddress> also);

  /** The member invites another server, which then joins; returns before it has. */
  void meet(ServerAddress member, ServerAddress other);

  /** The server becomes a replica of a primary that it knows, and begins to copy its data. */
  void replicate(ServerAddress server, String primary);

  /** The replica asks its primary to hand over, without loss; returns before it has. */
  void failOver(ServerAddress replica);

  /**
   * The server begins to save its data; returns when it has begun. One that does other work is
   * busy.
   */
  void save(ServerAddress server);

  /** The server rewrites its append-only file, now or as soon as its other work has ended. */
  void rewrite(ServerAddress server);

  /** The member no longer knows a server, for a minute at least. Not to know it is no error. */
  void forget(ServerAddress member, String id);

  /**
   * The server drops its data, its role, its id, and the servers that it knows, and is an empty
   * primary with another id. A primary that holds keys refuses it.
   */
  void reset(ServerAddress server);

  /** The methods that every primary of the last look supports. */
  Set<SlotMigrationMethod> methods();

  /** Which process a primary is: another one after each start. */
  String run(String primary);

  /**
   * Whether a primary keeps marks of hash slots whose owner has stopped to claim them when it is
   * told of their owner.
   */
  boolean keepsMarks(String primary);

  /**
   * Whether a primary counts keys of hash slots that it neither owns nor imports. Redis 8.4 and
   * newer says that it has none, even if it has.
   */
  boolean countsHiddenKeys(String primary);

  /**
   * Number of keys that a primary holds of each of some hash slots, its own or not, as far as
   * {@link #countsHiddenKeys} says.
   */
  List<Long> countKeys(String primary, List<Integer> hashSlots);

  /**
   * Makes sure that a destination has every database in which a source holds keys. Databases beside
   * 0 exist in Valkey 9 and newer ({@code cluster-databases}).
   *
   * @throws ClusterFailure if it has not; keys of that database could not move
   */
  void requireDatabases(String from, String to);

  /** The primary takes keys of the hash slots from the source, and serves who was sent by it. */
  void setImporting(String primary, List<Integer> hashSlots, String source);

  /** The primary sends who asks for a key that it lacks to the destination. */
  void setMigrating(String primary, List<Integer> hashSlots, String destination);

  /**
   * The primary takes note of the owner of the hash slots; they are no longer in transition there.
   */
  void setOwner(String primary, List<Integer> hashSlots, String owner);

  /**
   * The same for some primaries. A driver tells all of them before it waits for any: each may take
   * some time to keep on its disk what it was told.
   *
   * @return what those say that could not be told
   */
  default List<String> setOwners(List<String> primaries, List<Integer> hashSlots, String owner) {
    List<String> untold = new ArrayList<>();
    for (String primary : primaries) {
      try {
        setOwner(primary, hashSlots, owner);
      } catch (ClusterFailure e) {
        untold.add(String.valueOf(e.getMessage()));
      }
    }
    return untold;
  }

  /** The hash slots are no longer in transition at the primary; the owner stays. */
  void setStable(String primary, List<Integer> hashSlots);

  /**
   * Moves some keys.
   *
   * @return how many were tried; 0: the source holds none of the hash slots
   */
  int migrateKeys(KeyBatch batch);

  /**
   * Begins a migration by an atomic method; whoever steers it goes on by itself.
   *
   * @param slots whose method is atomic
   */
  void migrate(SlotsInTransition slots);

  /**
   * The migrations that a primary steers, or has steered, as far as it remembers.
   *
   * @param method an atomic one
   */
  List<AtomicMigration> migrations(SlotMigrationMethod method, String primary);

  /**
   * Ends a migration, unless it has just moved its hash slots. Others go on.
   *
   * @param primary that steers it
   */
  void cancel(SlotMigrationMethod method, String primary, AtomicMigration migration);
}
