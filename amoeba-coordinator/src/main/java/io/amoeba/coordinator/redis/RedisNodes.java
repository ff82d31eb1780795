package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.changes.slots.PrimaryView;
import io.amoeba.coordinator.changes.slots.PrimaryView.PingState;
import io.amoeba.coordinator.changes.slots.SlotMigrationException;
import io.amoeba.coordinator.changes.slots.StoreTopology;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.monitor.ServerAddress;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Connections to all nodes of a Redis Cluster. They are made by looks alone, so that a node that
 * starts again between two looks is not taken for the same process. Confined to one thread.
 */
final class RedisNodes implements AutoCloseable {

  private final RedisSettings settings;
  private final NodeConnections connections;
  private final Map<String, ServerAddress> primaries = new HashMap<>();

  RedisNodes(RedisSettings settings, RedisLogin login) {
    this.settings = settings;
    this.connections = new NodeConnections(login);
  }

  /** All nodes are asked before any is waited for. */
  StoreTopology look() {
    Set<ServerAddress> members = members();
    primaries.clear();
    List<PrimaryView> views = new ArrayList<>();
    List<PrimaryView> replicas = new ArrayList<>();
    Map<String, String> primaryOfReplica = new HashMap<>();
    List<String> silent = new ArrayList<>();
    Map<ServerAddress, RedisFuture<String>> asked = new LinkedHashMap<>();
    for (ServerAddress member : members) {
      try {
        asked.put(member, connections.connect(member).async().clusterNodes());
      } catch (RedisException | UncheckedIOException e) {
        lose(member, e, silent);
      }
    }
    for (Map.Entry<ServerAddress, RedisFuture<String>> answer : asked.entrySet()) {
      ServerAddress member = answer.getKey();
      try {
        List<ClusterNodesLine> lines = await(member, answer.getValue());
        ClusterNodesLine own =
            lines.stream()
                .filter(line -> line.flags().contains("myself"))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("none of its nodes is itself"));
        if (own.flags().contains("master")) {
          primaries.put(own.id(), member);
          views.add(view(own, member, lines));
        } else if (!own.primaryId().isEmpty()) {
          replicas.add(view(own, member, lines));
          primaryOfReplica.put(own.id(), own.primaryId());
        }
      } catch (RedisException | IllegalArgumentException | UncheckedIOException e) {
        lose(member, e, silent);
      }
    }
    return new StoreTopology(views, replicas, primaryOfReplica, silent);
  }

  /** Addresses of the nodes that the first node knows that is not cut off. */
  private Set<ServerAddress> members() {
    Set<ServerAddress> known = new LinkedHashSet<>(settings.endpoints());
    known.addAll(primaries.values());
    try {
      return ClusterMembers.addresses(ClusterMembers.told(connections, known));
    } catch (IllegalStateException e) {
      throw new SlotMigrationException(
          SlotMigrationException.Kind.UNREACHABLE, String.valueOf(e.getMessage()));
    }
  }

  private static PrimaryView view(
      ClusterNodesLine own, ServerAddress address, List<ClusterNodesLine> lines) {
    Map<String, List<HashSlotSpan>> owners = new HashMap<>();
    lines.stream()
        .filter(line -> !line.hashSlots().isEmpty())
        .forEach(line -> owners.put(line.id(), line.hashSlots()));
    Map<String, Long> epochs =
        lines.stream()
            .collect(Collectors.toMap(ClusterNodesLine::id, ClusterNodesLine::epoch, Math::max));
    Map<String, PingState> pings =
        lines.stream()
            .collect(Collectors.toMap(ClusterNodesLine::id, ClusterNodesLine::ping, (a, b) -> b));
    return new PrimaryView(own.id(), address.toString(), owners, own.transitions(), epochs, pings);
  }

  private void lose(ServerAddress member, RuntimeException cause, List<String> silent) {
    connections.disconnect(member);
    silent.add(member + ": " + RedisLogin.rootMessage(cause));
  }

  private List<ClusterNodesLine> await(ServerAddress member, RedisFuture<String> answer) {
    String text =
        LettuceFutures.awaitOrCancel(answer, settings.timeout().toNanos(), TimeUnit.NANOSECONDS);
    return ClusterNodesLine.parse(text, member.host());
  }

  /** Ids of the primaries of the last look. */
  Set<String> primaries() {
    return Set.copyOf(primaries.keySet());
  }

  /** Where a primary is. */
  ServerAddress address(String primary) {
    ServerAddress address = primaries.get(primary);
    if (address == null) {
      throw new SlotMigrationException(
          SlotMigrationException.Kind.UNREACHABLE, primary + " was no primary at the last reading");
    }
    return address;
  }

  /** The connection to a primary that was used by the last look. */
  StatefulRedisConnection<byte[], byte[]> connection(String primary) {
    ServerAddress address = address(primary);
    return connections
        .open(address)
        .orElseThrow(
            () ->
                new SlotMigrationException(
                    SlotMigrationException.Kind.UNREACHABLE,
                    address + " has closed the connection: start it again, then recover"));
  }

  /** Gives up a connection whose answers can no longer be told apart. */
  SlotMigrationException lost(String primary, String command, RuntimeException cause) {
    ServerAddress address = address(primary);
    connections.disconnect(address);
    return new SlotMigrationException(
        SlotMigrationException.Kind.UNREACHABLE,
        "%s did not answer %s: %s; start it again, or wait for the failover, then recover"
            .formatted(address, command, RedisLogin.rootMessage(cause)));
  }

  @Override
  public void close() {
    connections.close();
  }
}
