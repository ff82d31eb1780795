package io.amoeba.embedded;

import io.amoeba.embedded.flink.FlinkCluster;
import io.amoeba.embedded.kafka.KafkaBroker;
import io.amoeba.embedded.process.CrashListener;
import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.process.RunFolder;
import io.amoeba.embedded.process.ServerLauncher;
import io.amoeba.embedded.redis.RedisClusterServers;
import io.amoeba.embedded.runtime.Runtimes;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * Real servers as child processes of this JVM: a Redis Cluster, a Flink cluster, a Kafka broker, or
 * some of them. Node <i>i</i> (from 1) has the host {@link #nodeHost}, on which its Redis primary
 * and its TaskManager listen. All processes and files are gone after {@link #close()}, which a
 * shutdown hook calls if nobody else does. Safe for concurrent use.
 */
public final class EmbeddedCluster implements AutoCloseable {
  private final ServerLauncher launcher;
  private final FreePorts ports;
  private final ClusterStart servers;
  private final Thread shutdownHook = new Thread(this::end, "amoeba-cluster-end");
  private boolean closed;

  private EmbeddedCluster(ServerLauncher launcher, FreePorts ports, ClusterStart servers) {
    this.launcher = launcher;
    this.ports = ports;
    this.servers = servers;
  }

  /** Where files are written. */
  record Place(Path parentFolder, boolean keep) {}

  public static EmbeddedClusterBuilder builder() {
    return new EmbeddedClusterBuilder();
  }

  static EmbeddedCluster start(
      ClusterSettings settings, Place place, Progress progress, CrashListener crashListener) {
    Runtimes runtimes = Runtimes.locate();
    new Preflight(settings, runtimes).check();
    RunFolder folder = RunFolder.create(place.parentFolder(), place.keep());
    ServerLauncher launcher = ServerLauncher.open(folder, crashListener);
    FreePorts ports = new FreePorts(new SecureRandom());
    ClusterStart servers = new ClusterStart(settings, runtimes, launcher, ports, progress);
    EmbeddedCluster cluster = new EmbeddedCluster(launcher, ports, servers);
    Runtime.getRuntime().addShutdownHook(cluster.shutdownHook);
    try {
      servers.run();
      return cluster;
    } catch (RuntimeException e) {
      folder.keepLogs();
      cluster.close();
      throw e;
    }
  }

  /** The address that stands for the host of a node, for example {@code 127.0.1.1} for node 1. */
  public static String nodeHost(int node) {
    return NodeHosts.of(node);
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
      Runtime.getRuntime().removeShutdownHook(shutdownHook);
    } catch (IllegalStateException e) {
      // The JVM is shutting down: the hook runs, and end() acts once.
    }
    end();
  }

  private synchronized void end() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      RedisClusterServers redis = servers.redis();
      if (redis != null) {
        redis.close();
      }
    } finally {
      launcher.close();
    }
  }
}
