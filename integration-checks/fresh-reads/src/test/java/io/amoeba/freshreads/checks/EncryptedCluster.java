package io.amoeba.freshreads.checks;

import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.process.RunFolder;
import io.amoeba.embedded.process.ServerKind;
import io.amoeba.embedded.process.ServerLauncher;
import io.amoeba.embedded.process.ServerProcess;
import io.amoeba.embedded.redis.RedisBinary;
import io.amoeba.embedded.redis.RedisServer;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A primary with a replica in cluster mode, which take nothing but TLS and want a password.
 * Confined to one thread.
 */
final class EncryptedCluster implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final String ADMIN_PASSWORD = "of-the-admin";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int HASH_SLOTS = 16_384;

  private final RunFolder runFolder;
  private final ServerLauncher launcher;
  private final RedisBinary binary;
  private final TlsFiles files;
  private final FreePorts ports = new FreePorts(new Random());
  private final RedisClient admin = RedisClient.create();
  private final Map<RedisServer, StatefulRedisConnection<String, String>> connections =
      new HashMap<>();
  private final List<RedisServer> servers = new ArrayList<>();

  private EncryptedCluster(Path folder, TlsFiles files) {
    this.files = files;
    this.runFolder = RunFolder.create(folder, /* keep= */ false);
    this.launcher = ServerLauncher.open(runFolder, ended -> {});
    this.binary = RedisBinary.find(runFolder.subfolder("redis"));
    admin.setOptions(ClientOptions.builder().sslOptions(files.clientOptions()).build());
  }

  static EncryptedCluster start(Path folder)
      throws IOException, InterruptedException, GeneralSecurityException {
    EncryptedCluster started = new EncryptedCluster(folder, TlsFiles.write(folder));
    boolean complete = false;
    try {
      started.servers.add(started.launch(1));
      started.servers.add(started.launch(2));
      started.form();
      complete = true;
      return started;
    } finally {
      if (!complete) {
        started.close();
      }
    }
  }

  private RedisServer launch(int node) {
    int port = ports.next(List.of(HOST), FreePorts.REDIS_BUS_OFFSET);
    Path own = runFolder.subfolder("redis/" + port);
    List<String> command = new ArrayList<>(List.of(binary.executable().toString()));
    command.addAll(files.serverOptions(port));
    command.addAll(List.of("--bind", HOST, "--dir", own.toString(), "--save", ""));
    command.addAll(List.of("--requirepass", ADMIN_PASSWORD, "--masterauth", ADMIN_PASSWORD));
    command.addAll(List.of("--cluster-enabled", "yes", "--cluster-node-timeout", "60000"));
    command.addAll(List.of("--repl-diskless-sync-delay", "0"));
    ServerProcess process = launcher.start(ServerKind.REDIS, "redis-" + port, command);
    RedisServer server = new RedisServer(node, HOST, port, process);
    process.awaitReady(PATIENCE, () -> answers(server));
    return server;
  }

  private boolean answers(RedisServer server) {
    try {
      return "PONG".equals(on(server).ping());
    } catch (RedisException e) {
      return false; // not yet
    }
  }

  private void form() {
    on(primary()).clusterAddSlots(IntStream.range(0, HASH_SLOTS).toArray());
    on(replica()).clusterMeet(HOST, primary().port());
    String id = on(primary()).clusterMyId();
    await()
        .atMost(PATIENCE)
        .ignoreExceptions() // the replica may not know the primary yet
        .until(() -> "OK".equals(on(replica()).clusterReplicate(id)));
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                on(replica()).info("replication").contains("master_link_status:up")
                    && on(primary()).clusterInfo().contains("cluster_state:ok")
                    && on(primary()).clusterNodes().contains("slave " + id));
  }

  RedisServer primary() {
    return servers.get(0);
  }

  RedisServer replica() {
    return servers.get(1);
  }

  private static RedisURI uri(RedisServer server, String user, String password) {
    return RedisURI.builder(server.uri())
        .withSsl(true)
        .withVerifyPeer(SslVerifyMode.FULL)
        .withAuthentication(user, password)
        .build();
  }

  /** Commands of the administrator to one server. */
  RedisCommands<String, String> on(RedisServer server) {
    return connections
        .computeIfAbsent(server, absent -> admin.connect(uri(server, "default", ADMIN_PASSWORD)))
        .sync();
  }

  /** A client of a user, which its user closes. */
  RedisClusterClient newClient(String user, String password) {
    RedisClusterClient client = RedisClusterClient.create(uri(primary(), user, password));
    client.setOptions(ClusterClientOptions.builder().sslOptions(files.clientOptions()).build());
    return client;
  }

  @Override
  public void close() {
    admin.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    try {
      launcher.close();
    } finally {
      runFolder.close();
    }
  }
}
