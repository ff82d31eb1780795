package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.config.HostAndPort;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.monitor.StoreMonitor;
import io.amoeba.coordinator.monitor.StoreView;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the topology of a Redis Cluster with one command to one node per tick; when that node is
 * gone or cut off, to the next of those it ever heard of. Confined to the control-loop thread.
 */
public final class RedisClusterMonitor implements StoreMonitor {

  private record Asked(HostAndPort endpoint, StatefulRedisConnection<String, String> connection) {}

  private final RedisSettings settings;
  private final RedisClient client;
  private final Set<HostAndPort> known;
  private @Nullable Asked asked;

  /** A monitor that connects at the first read. */
  public RedisClusterMonitor(RedisSettings settings) {
    this.settings = settings;
    this.known = new LinkedHashSet<>(settings.endpoints());
    this.client = RedisClient.create();
    client.setOptions(
        ClientOptions.builder()
            .autoReconnect(false) // the next read chooses a node that answers
            .socketOptions(SocketOptions.builder().connectTimeout(settings.timeout()).build())
            .build());
  }

  @Override
  public StoreView read() {
    String reason = "no node is known";
    Asked current = asked;
    if (current != null) {
      try {
        return read(current);
      } catch (RedisException | IllegalArgumentException e) {
        reason = current.endpoint() + ": " + rootMessage(e);
        disconnect();
      }
    }
    for (HostAndPort endpoint : Set.copyOf(known)) {
      try {
        Asked next = new Asked(endpoint, client.connect(uri(endpoint)));
        asked = next;
        return read(next);
      } catch (RedisException | IllegalArgumentException | UncheckedIOException e) {
        reason = endpoint + ": " + rootMessage(e);
        disconnect();
      }
    }
    return new StoreView.Unreachable(reason);
  }

  @Override
  public void close() {
    disconnect();
    client.shutdown();
  }

  private StoreView read(Asked node) {
    String text = node.connection().sync().clusterNodes();
    ClusterNodesText answer = ClusterNodesText.parse(text, node.endpoint().host());
    if (answer.primaries().isEmpty()) {
      throw new IllegalArgumentException("it serves no hash slot of a cluster");
    }
    if (!answer.seesMajority()) {
      throw new IllegalArgumentException("it sees most primaries failing");
    }
    known.clear();
    known.addAll(settings.endpoints());
    answer.primaries().forEach(p -> known.add(new HostAndPort(p.host(), p.port())));
    return new StoreView.Found(answer.primaries());
  }

  private void disconnect() {
    if (asked != null) {
      if (asked.connection().isOpen()) {
        asked.connection().closeAsync();
      }
      asked = null;
    }
  }

  private RedisURI uri(HostAndPort endpoint) {
    RedisURI.Builder uri =
        RedisURI.builder()
            .withHost(endpoint.host())
            .withPort(endpoint.port())
            .withSsl(settings.tls())
            .withClientName("amoeba-coordinator")
            .withTimeout(settings.timeout());
    password()
        .ifPresent(
            password ->
                settings
                    .username()
                    .ifPresentOrElse(
                        user -> uri.withAuthentication(user, password.toCharArray()),
                        () -> uri.withPassword(password.toCharArray())));
    return uri.build();
  }

  /** Read again for every connection, so that a changed password needs no restart. */
  private Optional<String> password() {
    Optional<Path> file = settings.passwordFile();
    try {
      return file.isPresent()
          ? Optional.of(Files.readString(file.get()).strip())
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("password file " + file.get() + " could not be read", e);
    }
  }

  private static String rootMessage(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
  }
}
