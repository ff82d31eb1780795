package io.amoeba.embedded;

import io.amoeba.embedded.flink.FlinkCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.kafka.KafkaBroker;
import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.process.RunFolder;
import io.amoeba.embedded.process.ServerException;
import io.amoeba.embedded.process.ServerLauncher;
import io.amoeba.embedded.process.ServerProcess;
import io.amoeba.embedded.redis.RedisClusterServers;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.runtime.Runtimes;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Real servers as child processes of this JVM: a Redis Cluster, a Flink cluster, a Kafka broker, or
 * some of them. Node <i>i</i> (from 1) has the host {@link #nodeHost}, on which its Redis primary
 * and its TaskManager listen. All processes and files are gone after {@link #close()}, and after
 * the end of this JVM, however it ends. Safe for concurrent use.
 */
public final class EmbeddedCluster implements AutoCloseable {
  private static final int MAX_NODES = 254;

  private final ServerLauncher launcher;
  private final FreePorts ports;
  private final ClusterStart servers;

  private EmbeddedCluster(ServerLauncher launcher, FreePorts ports, ClusterStart servers) {
    this.launcher = launcher;
    this.ports = ports;
    this.servers = servers;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** The address that stands for the host of a node, for example {@code 127.0.1.1} for node 1. */
  public static String nodeHost(int node) {
    if (node < 1 || node > MAX_NODES) {
      throw new IllegalArgumentException("Node " + node + " is not between 1 and " + MAX_NODES);
    }
    return "127.0.1." + node;
  }

  /**
   * @throws IllegalStateException if the cluster was started without Redis
   */
  public RedisClusterServers redis() {
    return started(servers.redis(), "Redis");
  }

  /**
   * @throws IllegalStateException if the cluster was started without Flink
   */
  public FlinkCluster flink() {
    return started(servers.flink(), "Flink");
  }

  /**
   * @throws IllegalStateException if the cluster was started without Kafka
   */
  public KafkaBroker kafka() {
    return started(servers.kafka(), "Kafka");
  }

  private static <T> T started(@Nullable T server, String name) {
    if (server == null) {
      throw new IllegalStateException(
          "This cluster has no %s: name it in the builder".formatted(name));
    }
    return server;
  }

  /** Finds ports for servers that run next to these. */
  public FreePorts ports() {
    return ports;
  }

  /** Starts further servers that end with this cluster. */
  public ServerLauncher launcher() {
    return launcher;
  }

  public Path runFolder() {
    return launcher.runFolder().path();
  }

  @Override
  public void close() {
    try {
      RedisClusterServers redis = servers.redis();
      if (redis != null) {
        redis.close();
      }
    } finally {
      launcher.close();
    }
  }

  /** Starts only the kinds of servers that were set. Confined to one thread. */
  public static final class Builder {
    private int nodes = 1;
    private int spareNodes;
    private boolean redisApart;
    private @Nullable FlinkSettings flink;
    private @Nullable RedisSettings redis;
    private boolean kafka;
    private Progress progress = (name, done, total) -> {};
    private Consumer<ServerProcess> crashListener = server -> {};
    private Path parentFolder = Path.of(System.getProperty("java.io.tmpdir"));
    private boolean keepRunFolder;

    Builder() {}

    /** Nodes to start, from 1; each has one Redis primary and one TaskManager. */
    public Builder nodes(int count) {
      // Throws if there is no such address.
      nodeHost(count);
      nodes = count;
      return this;
    }

    /** Nodes that may be started later: the check before the start includes them. */
    public Builder spareNodes(int count) {
      spareNodes = count;
      return this;
    }

    /**
     * Puts the Redis primaries on hosts of their own, after those of the nodes, and starts a member
     * of the Redis Cluster without hash slots on each node. The primaries are Redis nodes 1, 2, and
     * so on, followed by the empty members. Excludes spare nodes.
     */
    public Builder redisApart(boolean apart) {
      redisApart = apart;
      return this;
    }

    public Builder flink(FlinkSettings settings) {
      flink = settings;
      return this;
    }

    public Builder redis(RedisSettings settings) {
      redis = settings;
      return this;
    }

    public Builder kafka() {
      kafka = true;
      return this;
    }

    public Builder progress(Progress listener) {
      progress = listener;
      return this;
    }

    /** Called on a thread of its own for every server that ends unexpectedly; must be quick. */
    public Builder onCrash(Consumer<ServerProcess> listener) {
      crashListener = listener;
      return this;
    }

    /** Folder of the run folder; by default that for temporary files. */
    public Builder parentFolder(Path folder) {
      parentFolder = folder;
      return this;
    }

    /** Leaves the run folder, with data and logs, when the cluster is closed. */
    public Builder keepRunFolder(boolean keep) {
      keepRunFolder = keep;
      return this;
    }

    /**
     * Starts everything and waits until it works.
     *
     * @throws IllegalArgumentException if the settings contradict each other
     * @throws IllegalStateException with all problems of this machine
     * @throws ServerException if a server does not start; everything is then ended again, only the
     *     logs are left
     */
    public EmbeddedCluster start() {
      ClusterSettings settings =
          new ClusterSettings(nodes, spareNodes, redisApart, flink, redis, kafka);
      Runtimes runtimes = Runtimes.locate();
      new Preflight(settings, runtimes).check();
      RunFolder folder = RunFolder.create(parentFolder, keepRunFolder);
      ServerLauncher launcher = ServerLauncher.open(folder, crashListener);
      FreePorts ports = new FreePorts(new SecureRandom());
      ClusterStart servers = new ClusterStart(settings, runtimes, launcher, ports, progress);
      EmbeddedCluster cluster = new EmbeddedCluster(launcher, ports, servers);
      try {
        servers.run();
        return cluster;
      } catch (RuntimeException e) {
        folder.keepLogs();
        cluster.close();
        throw e;
      }
    }
  }
}
