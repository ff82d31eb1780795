package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerInfo;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.config.RedisSettings;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at all servers of a Redis Cluster. Servers are connected to by looks alone, so that one
 * that starts again between two looks is not taken for the same process. Confined to one thread.
 */
final class RedisNodes {

  private static final Logger LOG = LoggerFactory.getLogger(RedisNodes.class);

  private final RedisSettings settings;
  private final NodeConnections connections;

  /** By which the servers of the last look were asked. */
  private final Map<ServerAddress, StatefulRedisConnection<byte[], byte[]>> asked =
      new LinkedHashMap<>();

  /** Of the last look: where each primary is, by id. */
  private final Map<String, ServerAddress> primaries = new HashMap<>();

  /** Of the last look: where each server takes messages of other nodes; 0: it does not tell. */
  private final Map<ServerAddress, Integer> busPorts = new HashMap<>();

  /** Looks by connections that others of the same thread use, too. */
  RedisNodes(RedisSettings settings, NodeConnections connections) {
    this.settings = settings;
    this.connections = connections;
  }

  /**
   * Asks every member of the cluster for its view.
   *
   * @throws ClusterFailure if no server answers that sees most of the primaries
   */
  ClusterView look() {
    return look(Set.of(), /* informed= */ false);
  }

  /**
   * Asks every member of the cluster, and these servers, for their views, and what they say of
   * themselves beside that.
   *
   * @throws ClusterFailure if no server answers that sees most of the primaries
   */
  ClusterView lookInside(Set<ServerAddress> also) {
    return look(also, /* informed= */ true);
  }

  /** All servers are asked before any is waited for. */
  private ClusterView look(Set<ServerAddress> also, boolean informed) {
    Set<ServerAddress> addresses = new LinkedHashSet<>(new TreeSet<>(also));
    addresses.addAll(members(addresses));
    asked.clear();
    primaries.clear();
    busPorts.clear();
    Map<ServerAddress, String> silent = new HashMap<>();
    List<Questions> questions = new ArrayList<>();
    for (ServerAddress address : addresses) {
      try {
        questions.add(new Questions(address, connections.connect(address).async(), informed));
      } catch (RedisException | UncheckedIOException e) {
        lose(address, e, silent);
      }
    }
    Map<String, ServerView> servers = new LinkedHashMap<>();
    for (Questions question : questions) {
      ServerAddress address = question.address;
      try {
        ServerView view = question.answer();
        connections.open(address).ifPresent(connection -> asked.put(address, connection));
        boolean first = servers.putIfAbsent(view.id(), view) == null; // or by another address
        if (first && view.isPrimary()) {
          primaries.put(view.id(), address);
        }
      } catch (RedisException | IllegalArgumentException | UncheckedIOException e) {
        lose(address, e, silent);
      }
    }
    return new ClusterView(List.copyOf(servers.values()), silent);
  }

  /** Addresses of the servers that the first one knows that is a member and not cut off. */
  private Set<ServerAddress> members(Set<ServerAddress> also) {
    Set<ServerAddress> candidates = new LinkedHashSet<>(settings.endpoints());
    candidates.addAll(asked.keySet());
    candidates.addAll(also);
    try {
      return ClusterMembers.addresses(ClusterMembers.told(connections, candidates));
    } catch (IllegalStateException e) {
      throw new ClusterFailure(ClusterFailure.Kind.UNREACHABLE, String.valueOf(e.getMessage()), "");
    }
  }

  private void lose(ServerAddress address, RuntimeException cause, Map<ServerAddress, String> to) {
    connections.disconnect(address);
    to.put(address, RedisLogin.rootMessage(cause));
  }

  /** What a server was asked, and has not answered yet. */
  private final class Questions {

    private final ServerAddress address;
    private final RedisFuture<String> nodes;
    private final Optional<InfoQuestions> info;

    Questions(
        ServerAddress address, RedisAsyncCommands<byte[], byte[]> commands, boolean informed) {
      this.address = address;
      this.nodes = commands.clusterNodes();
      this.info = informed ? Optional.of(new InfoQuestions(commands)) : Optional.empty();
    }

    ServerView answer() {
      ClusterNodes known = ClusterNodes.parse(await(nodes), address.host());
      ServerView view = known.view(address, info.map(InfoQuestions::answer));
      busPorts.put(address, known.busPort());
      return view;
    }
  }

  private final class InfoQuestions {

    private final RedisFuture<String> clusterInfo;
    private final RedisFuture<String> info;
    private final List<RedisFuture<Map<String, String>>> settingsOfPatterns;

    InfoQuestions(RedisAsyncCommands<byte[], byte[]> commands) {
      this.clusterInfo = commands.clusterInfo();
      this.info = commands.info();
      this.settingsOfPatterns =
          ServerInfoReader.SETTINGS.stream().map(pattern -> commands.configGet(pattern)).toList();
    }

    ServerInfo answer() {
      return ServerInfoReader.read(await(clusterInfo), await(info), known());
    }

    /** What the server lets this login read of its settings: nothing without +config|get. */
    private Map<String, String> known() {
      Map<String, String> known = new HashMap<>();
      try {
        settingsOfPatterns.forEach(answer -> known.putAll(await(answer)));
      } catch (RedisCommandExecutionException e) {
        LOG.debug("CONFIG GET is refused: {}", e.getMessage());
      }
      return known;
    }
  }

  private <T> T await(RedisFuture<T> answer) {
    return LettuceFutures.awaitOrCancel(answer, settings.timeout().toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Ids of the primaries of the last look. */
  Set<String> primaries() {
    return Set.copyOf(primaries.keySet());
  }

  /** Where a primary of the last look is. */
  Optional<ServerAddress> primary(String id) {
    return Optional.ofNullable(primaries.get(id));
  }

  /** Where a server of the last look takes messages of other nodes; 0: it does not tell. */
  int busPort(ServerAddress server) {
    return busPorts.getOrDefault(server, 0);
  }

  /** The connection by which a server was asked at the last look; empty: it has ended. */
  Optional<StatefulRedisConnection<byte[], byte[]>> open(ServerAddress server) {
    return connections.open(server).filter(connection -> connection == asked.get(server));
  }

  /** Gives up a connection whose answers can no longer be told apart. */
  void disconnect(ServerAddress server) {
    connections.disconnect(server);
  }
}
