package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.config.HostAndPort;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.execute.migration.ClusterSight;
import io.amoeba.coordinator.execute.migration.MigrationProblem;
import io.amoeba.coordinator.execute.migration.MigrationStore;
import io.amoeba.coordinator.execute.migration.ServerSight;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.plan.migration.ServerAddress;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Servers of a Redis Cluster, and others that are to become members. All take the same login.
 * Confined to one thread.
 */
public final class RedisMigrationStore implements MigrationStore {

  private static final Logger LOG = LoggerFactory.getLogger(RedisMigrationStore.class);

  private final RedisSettings settings;
  private final NodeConnections connections;

  /** Where others can be asked for: members that answered last, and the configured ones. */
  private final Set<HostAndPort> known = new LinkedHashSet<>();

  /** A driver that connects at the first look. */
  public RedisMigrationStore(RedisSettings settings, Leadership leadership) {
    this.settings = settings;
    this.connections = new NodeConnections(new RedisLogin(settings, leadership));
  }

  @Override
  public ClusterSight look(Set<ServerAddress> also) {
    Set<HostAndPort> asked = new LinkedHashSet<>();
    also.stream().sorted().forEach(address -> asked.add(endpoint(address)));
    asked.addAll(members(asked));
    List<ServerSight> servers = new ArrayList<>();
    Map<ServerAddress, String> silent = new HashMap<>();
    Set<String> ids = new HashSet<>();
    known.clear();
    for (HostAndPort node : asked) {
      ServerAddress address = new ServerAddress(node.host(), node.port());
      try {
        RedisCommands<byte[], byte[]> commands = connections.connect(node).sync();
        List<ClusterNodesLine> lines = ClusterNodesLine.parse(commands.clusterNodes(), node.host());
        ServerSight sight =
            ServerSightReader.read(
                address, lines, commands.clusterInfo(), commands.info(), settings(commands));
        if (ids.add(sight.id())) { // a server that is asked for by another name is one server
          servers.add(sight);
          known.add(node);
        }
      } catch (RedisException | IllegalArgumentException | UncheckedIOException e) {
        connections.disconnect(node);
        silent.put(address, RedisLogin.rootMessage(e));
      }
    }
    return new ClusterSight(servers, silent);
  }

  /** What it lets this login read of its settings: nothing without +config|get. */
  private static Map<String, String> settings(RedisCommands<byte[], byte[]> commands) {
    Map<String, String> settings = new HashMap<>();
    try {
      for (String pattern : ServerSightReader.SETTINGS) {
        settings.putAll(commands.configGet(pattern));
      }
    } catch (RedisCommandExecutionException e) {
      LOG.debug("CONFIG GET is refused: {}", e.getMessage());
    }
    return settings;
  }

  /** Addresses of the servers that the first one knows that is a member and not cut off. */
  private Set<HostAndPort> members(Set<HostAndPort> also) {
    Set<HostAndPort> candidates = new LinkedHashSet<>(settings.endpoints());
    candidates.addAll(known);
    candidates.addAll(also);
    try {
      return ClusterMembers.addresses(ClusterMembers.told(connections, candidates));
    } catch (IllegalStateException e) {
      throw new MigrationProblem(MigrationProblem.Kind.UNREACHABLE, String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void meet(ServerAddress member, ServerAddress other) {
    String address;
    try {
      address = InetAddress.getByName(other.host()).getHostAddress(); // it takes no names
    } catch (UnknownHostException e) {
      throw new MigrationProblem(
          MigrationProblem.Kind.REFUSED,
          "%s cannot be greeted: its host name has no address; mend the DNS".formatted(other));
    }
    tell(
        member,
        "CLUSTER MEET " + address + " " + other.port(),
        redis -> redis.clusterMeet(address, other.port()));
  }

  @Override
  public void replicate(ServerAddress server, String primary) {
    tell(server, "CLUSTER REPLICATE " + primary, redis -> redis.clusterReplicate(primary));
  }

  @Override
  public void failOver(ServerAddress replica) {
    tell(replica, "CLUSTER FAILOVER", redis -> redis.clusterFailover(/* force= */ false));
  }

  @Override
  public void forget(ServerAddress member, String id) {
    tell(
        member,
        "CLUSTER FORGET " + id,
        redis -> {
          try {
            redis.clusterForget(id);
          } catch (RedisCommandExecutionException e) {
            if (!MigrationAnswer.isUnknownNode(Objects.toString(e.getMessage()))) {
              throw e;
            }
          }
        });
  }

  @Override
  public void reset(ServerAddress server) {
    tell(server, "CLUSTER RESET HARD", redis -> redis.clusterReset(/* hard= */ true));
  }

  @Override
  public void close() {
    connections.close();
  }

  private void tell(
      ServerAddress server, String what, Consumer<RedisCommands<byte[], byte[]>> command) {
    HostAndPort node = endpoint(server);
    StatefulRedisConnection<byte[], byte[]> connection =
        connections
            .open(node)
            .orElseThrow(
                () ->
                    new MigrationProblem(
                        MigrationProblem.Kind.UNREACHABLE,
                        "%s closed the connection before %s: start it again, then recover"
                            .formatted(server, what)));
    try {
      command.accept(connection.sync());
    } catch (RedisCommandExecutionException e) {
      throw MigrationAnswer.of(what, server.toString(), Objects.toString(e.getMessage()));
    } catch (RedisException e) {
      connections.disconnect(node);
      throw new MigrationProblem(
          MigrationProblem.Kind.UNREACHABLE,
          "%s did not answer %s: %s; start it again, or wait for the fail-over, then recover"
              .formatted(server, what, RedisLogin.rootMessage(e)));
    }
  }

  private static HostAndPort endpoint(ServerAddress address) {
    return new HostAndPort(address.host(), address.port());
  }
}
