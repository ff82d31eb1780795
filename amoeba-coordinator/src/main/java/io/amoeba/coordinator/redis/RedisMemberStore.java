package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.members.MemberProblem;
import io.amoeba.coordinator.cluster.members.MemberStore;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.members.FunctionLibrary;
import io.amoeba.coordinator.members.MemberTraits;
import io.amoeba.coordinator.monitor.ServerAddress;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What servers of a Redis Cluster hold beside keys, asked by a connection of its own each time: it
 * is wanted before a change, and then no more. Confined to one thread.
 */
public final class RedisMemberStore implements MemberStore {

  private static final Logger LOG = LoggerFactory.getLogger(RedisMemberStore.class);

  private final RedisSettings settings;
  private final RedisLogin login;
  private final NodeConnections connections;
  private final RedisClient client;

  /** A driver that connects at the first look. */
  public RedisMemberStore(RedisSettings settings, Leadership leadership) {
    this.settings = settings;
    this.login = new RedisLogin(settings, leadership);
    this.connections = new NodeConnections(login);
    this.client = login.client();
  }

  @Override
  public Sight look(Set<String> ids, Set<ServerAddress> addresses) {
    List<ClusterNodesLine> lines;
    try {
      lines = ClusterMembers.told(connections, settings.endpoints());
    } catch (IllegalStateException e) {
      throw new MemberProblem(String.valueOf(e.getMessage()));
    }
    List<Server> servers = new ArrayList<>();
    Set<ServerAddress> asked = new HashSet<>();
    for (ClusterNodesLine line : lines) {
      ServerAddress address = line.address();
      boolean owner = line.isKnownPrimary() && !line.hashSlots().isEmpty() && !line.isFailing();
      boolean wanted =
          owner
              || (line.isKnownPrimary() && ids.contains(line.id()))
              || addresses.contains(address);
      if (wanted && asked.add(address)) {
        ask(line.id(), address, owner, servers);
      }
    }
    addresses.stream()
        .sorted()
        .filter(asked::add)
        .forEach(address -> ask("", address, /* owner= */ false, servers));
    return new Sight(servers);
  }

  private void ask(String id, ServerAddress address, boolean owner, List<Server> servers) {
    try {
      MemberTraits traits =
          on(address, commands -> TraitsReader.read(address.toString(), commands));
      servers.add(new Server(id, address, owner, traits));
    } catch (RedisException | IllegalArgumentException | UncheckedIOException e) {
      LOG.warn(
          "{} does not report its data other than keys: {}", address, RedisLogin.rootMessage(e));
    }
  }

  @Override
  public void load(ServerAddress server, FunctionLibrary library) {
    login.leadership().confirm();
    try {
      on(
          server,
          commands -> {
            TraitsReader.load(library, commands);
            return library;
          });
    } catch (RedisCommandExecutionException e) {
      throw new MemberProblem(
          "%s: the function library '%s' of the primaries cannot be copied there: %s; let the coordinator's user say +function|list +function|load on every server, or FUNCTION LOAD it there"
              .formatted(server, library.name(), RedisLogin.rootMessage(e)));
    } catch (RedisException | UncheckedIOException e) {
      throw new MemberProblem(
          "%s: whether the function library '%s' was copied is not known: %s; start the server again, then ask for the plan again"
              .formatted(server, library.name(), RedisLogin.rootMessage(e)));
    }
  }

  private <T> T on(ServerAddress server, Function<RedisCommands<String, String>, T> work) {
    login.leadership().require();
    try (StatefulRedisConnection<String, String> connection = client.connect(login.uri(server))) {
      return work.apply(connection.sync());
    }
  }

  @Override
  public void close() {
    client.shutdown();
    connections.close();
  }
}
