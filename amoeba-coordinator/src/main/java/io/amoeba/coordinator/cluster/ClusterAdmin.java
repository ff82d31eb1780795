package io.amoeba.coordinator.cluster;

import io.amoeba.coordinator.monitor.ServerAddress;
import java.util.Set;

/**
 * Port to the servers of the store. Servers are connected to by {@link #look} alone: all commands
 * between two looks go to the same processes, or fail. Confined to one thread. Source: Redis
 * Cluster specification; command references of CLUSTER MEET, REPLICATE, FAILOVER, FORGET and RESET,
 * and of BGSAVE and BGREWRITEAOF.
 *
 * <p>Every method throws {@link ClusterFailure} if it cannot be done.
 */
public interface ClusterAdmin {

  /**
   * Asks every member of the cluster, and these servers, for their views.
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
}
