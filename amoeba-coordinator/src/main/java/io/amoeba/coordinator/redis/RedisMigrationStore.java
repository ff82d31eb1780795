package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.monitor.HostSyntax;
import io.amoeba.coordinator.monitor.ServerAddress;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Servers of a Redis Cluster, and others that are to become members. All take the same login.
 * Confined to one thread.
 */
public final class RedisMigrationStore implements ClusterAdmin {

  private static final Logger LOG = LoggerFactory.getLogger(RedisMigrationStore.class);

  private final RedisSettings settings;
  private final NodeConnections connections;

  /** Where others can be asked for: members that answered last, and the configured ones. */
  private final Set<ServerAddress> known = new LinkedHashSet<>();

  /** Of the servers that answered last: where each takes messages of other nodes; 0: untold. */
  private final Map<ServerAddress, Integer> busPorts = new HashMap<>();

  /** A driver that connects at the first look. */
  public RedisMigrationStore(RedisSettings settings, Leadership leadership) {
    this.settings = settings;
    this.connections = new NodeConnections(new RedisLogin(settings, leadership));
  }

  @Override
  public ClusterView look(Set<ServerAddress> also) {
    Set<ServerAddress> asked = new LinkedHashSet<>();
    also.stream().sorted().forEach(asked::add);
    asked.addAll(members(asked));
    List<ServerView> servers = new ArrayList<>();
    Map<ServerAddress, String> silent = new HashMap<>();
    Set<String> ids = new HashSet<>();
    known.clear();
    busPorts.clear();
    for (ServerAddress node : asked) {
      try {
        RedisCommands<byte[], byte[]> commands = connections.connect(node).sync();
        List<ClusterNodesLine> lines = ClusterNodesLine.parse(commands.clusterNodes(), node.host());
        lines.stream()
            .filter(line -> line.flags().contains("myself"))
            .forEach(own -> busPorts.put(node, own.busPort()));
        ServerView sight =
            ServerSightReader.read(
                node, lines, commands.clusterInfo(), commands.info(), settings(commands));
        if (ids.add(sight.id())) { // a server that is asked for by another name is one server
          servers.add(sight);
          known.add(node);
        }
      } catch (RedisException | IllegalArgumentException | UncheckedIOException e) {
        connections.disconnect(node);
        silent.put(node, RedisLogin.rootMessage(e));
      }
    }
    return new ClusterView(servers, silent);
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
  private Set<ServerAddress> members(Set<ServerAddress> also) {
    Set<ServerAddress> candidates = new LinkedHashSet<>(settings.endpoints());
    candidates.addAll(known);
    candidates.addAll(also);
    try {
      return ClusterMembers.addresses(ClusterMembers.told(connections, candidates));
    } catch (IllegalStateException e) {
      throw new ClusterFailure(ClusterFailure.Kind.UNREACHABLE, String.valueOf(e.getMessage()), "");
    }
  }

  /*
   * CLUSTER MEET takes no names, and a server may listen at some of the addresses of its name alone:
   * it is met at each, and hears of one. Without its bus port it would be met at its own port +
   * 10000.
   */
  @Override
  public void meet(ServerAddress member, ServerAddress other) {
    int bus = busPorts.getOrDefault(other, 0);
    for (String address : addresses(other)) {
      CommandArgs<byte[], byte[]> words =
          new CommandArgs<>(ByteArrayCodec.INSTANCE).add("MEET").add(address).add(other.port());
      if (bus > 0) {
        words.add(bus);
      }
      tell(
          member,
          "CLUSTER MEET " + address + " " + other.port() + (bus > 0 ? " " + bus : ""),
          redis ->
              redis.dispatch(
                  CommandType.CLUSTER, new StatusOutput<>(ByteArrayCodec.INSTANCE), words));
    }
  }

  private static Set<String> addresses(ServerAddress server) {
    try {
      return Arrays.stream(InetAddress.getAllByName(server.host()))
          .map(address -> HostSyntax.canonical(address.getHostAddress()))
          .filter(HostSyntax::isAddress)
          .collect(Collectors.toCollection(LinkedHashSet::new));
    } catch (UnknownHostException e) {
      throw new ClusterFailure(
          ClusterFailure.Kind.REFUSED,
          server + " cannot join: its host name has no address",
          "correct the DNS");
    }
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
    StatefulRedisConnection<byte[], byte[]> connection =
        connections
            .open(server)
            .orElseThrow(
                () ->
                    new ClusterFailure(
                        ClusterFailure.Kind.UNREACHABLE,
                        "%s closed the connection before %s".formatted(server, what),
                        "start it again"));
    try {
      command.accept(connection.sync());
    } catch (RedisCommandExecutionException e) {
      throw MigrationAnswer.of(what, server.toString(), Objects.toString(e.getMessage()));
    } catch (RedisException e) {
      connections.disconnect(server);
      throw new ClusterFailure(
          ClusterFailure.Kind.UNREACHABLE,
          "%s did not answer %s: %s".formatted(server, what, RedisLogin.rootMessage(e)),
          "start it again, or wait for the failover");
    }
  }
}
