package io.amoeba.freshreads.checks;

import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.redis.RedisServer;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A primary with a replica in cluster mode, which take nothing but TLS and want a password.
 * Confined to one thread.
 */
final class EncryptedCluster implements AutoCloseable {
  private static final String ADMIN_PASSWORD = "of-the-admin";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int HASH_SLOTS = 16_384;

  private final LaunchedServers launched;
  private final TlsFiles files;
  private final List<RedisServer> servers = new ArrayList<>();

  private EncryptedCluster(Path folder, TlsFiles files) {
    RedisClient admin = RedisClient.create();
    admin.setOptions(ClientOptions.builder().sslOptions(files.clientOptions()).build());
    this.files = files;
    this.launched =
        new LaunchedServers(folder, admin, server -> uri(server, "default", ADMIN_PASSWORD));
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
    int port = launched.freePort();
    List<String> options = new ArrayList<>(files.serverOptions(port));
    options.addAll(List.of("--requirepass", ADMIN_PASSWORD, "--masterauth", ADMIN_PASSWORD));
    options.addAll(List.of("--cluster-enabled", "yes", "--cluster-node-timeout", "60000"));
    return launched.launch(node, port, options);
  }

  private void form() {
    on(primary()).clusterAddSlots(IntStream.range(0, HASH_SLOTS).toArray());
    on(replica()).clusterMeet(primary().host(), primary().port());
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
    return launched.on(server);
  }

  /** A client of a user, which its user closes. */
  RedisClusterClient newClient(String user, String password) {
    RedisClusterClient client = RedisClusterClient.create(uri(primary(), user, password));
    client.setOptions(ClusterClientOptions.builder().sslOptions(files.clientOptions()).build());
    return client;
  }

  @Override
  public void close() {
    launched.close();
  }
}
