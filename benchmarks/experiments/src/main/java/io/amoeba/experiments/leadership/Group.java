package io.amoeba.experiments.leadership;

import io.lettuce.core.cluster.RedisClusterClient;
import java.util.List;

/**
 * Servers that hold the same data, in a cluster with two more primaries, which vote. Confined to
 * one thread.
 */
interface Group extends AutoCloseable {
  /** Limits elections to some seconds after a failure, and the rest of a promoted server. */
  int NODE_TIMEOUT_MILLIS = 5_000;

  /** The server that leads while there is no work. */
  GroupServer primary();

  /** The server that leads while the primary works. */
  GroupServer candidate();

  /** Those that hold the data: the primary first. */
  List<GroupServer> servers();

  /** The other primaries, a majority of which must know a replica before they vote for it. */
  List<GroupServer> voters();

  /** A client of the cluster; its user closes it. */
  RedisClusterClient newClient();

  /** Limits the CPU time of each node, if it can be. */
  void limit();

  /** Gives each node a whole CPU, for preparations and checks. */
  void unlimit();

  /** Ends a server with SIGKILL. */
  void kill(GroupServer server);

  /** Lets a killed server start again, without its data; may return before. */
  void restart(GroupServer server);

  /** Copies the data of a server to somewhere else, as backup scripts do. */
  void backUp(GroupServer server);

  @Override
  void close();
}
