package io.amoeba.embedded;

import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.kafka.KafkaSettings;
import io.amoeba.embedded.process.CrashListener;
import io.amoeba.embedded.process.ServerException;
import io.amoeba.embedded.redis.RedisSettings;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Says which servers to start and how. Only the kinds that are named are started. Confined to one
 * thread.
 */
public final class EmbeddedClusterBuilder {
  private int nodes = 1;
  private int spareNodes;
  private boolean redisApart;
  private @Nullable FlinkSettings flink;
  private @Nullable RedisSettings redis;
  private @Nullable KafkaSettings kafka;
  private Progress progress = (name, done, total) -> {};
  private CrashListener crashListener = server -> {};
  private Path parentFolder = Path.of(System.getProperty("java.io.tmpdir"));
  private boolean keepRunFolder;

  EmbeddedClusterBuilder() {}

  /** Nodes to start, from 1; each has one Redis primary and one TaskManager. */
  public EmbeddedClusterBuilder nodes(int count) {
    // Throws if there is no such address.
    NodeHosts.of(count);
    nodes = count;
    return this;
  }

  /** Nodes that may be started later: memory and addresses are checked for them too. */
  public EmbeddedClusterBuilder spareNodes(int count) {
    spareNodes = count;
    return this;
  }

  /**
   * Puts the Redis primaries on hosts of their own, those after the last node's, and starts a
   * member of the Redis Cluster that owns nothing on each node. The primaries are Redis nodes 1, 2,
   * and so on, the empty members those after them. Does not go with spare nodes.
   */
  public EmbeddedClusterBuilder redisApart(boolean apart) {
    redisApart = apart;
    return this;
  }

  public EmbeddedClusterBuilder flink(FlinkSettings settings) {
    flink = settings;
    return this;
  }

  public EmbeddedClusterBuilder redis(RedisSettings settings) {
    redis = settings;
    return this;
  }

  public EmbeddedClusterBuilder kafka(KafkaSettings settings) {
    kafka = settings;
    return this;
  }

  public EmbeddedClusterBuilder progress(Progress listener) {
    progress = listener;
    return this;
  }

  /** Whom to tell when a server ends without being asked to. */
  public EmbeddedClusterBuilder onCrash(CrashListener listener) {
    crashListener = listener;
    return this;
  }

  /** Where the run folder is made; by default the folder for temporary files. */
  public EmbeddedClusterBuilder parentFolder(Path folder) {
    parentFolder = folder;
    return this;
  }

  /** Leaves the run folder, with data and logs, when the cluster is closed. */
  public EmbeddedClusterBuilder keepRunFolder(boolean keep) {
    keepRunFolder = keep;
    return this;
  }

  /**
   * Starts everything and waits until it works.
   *
   * @throws IllegalArgumentException if the settings contradict each other
   * @throws IllegalStateException if this machine lacks something, with everything that it lacks
   * @throws ServerException if a server does not start; everything is then ended again, only the
   *     logs are left
   */
  public EmbeddedCluster start() {
    return EmbeddedCluster.start(
        new ClusterSettings(nodes, spareNodes, redisApart, flink, redis, kafka),
        new EmbeddedCluster.Place(parentFolder, keepRunFolder),
        progress,
        crashListener);
  }
}
