package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.members.MemberFailure;
import io.amoeba.coordinator.cluster.members.MemberStore;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.members.FunctionLibrary;
import io.amoeba.coordinator.members.MemberTraits;
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

  /** A driver that connects at the first look. */
  public RedisMemberStore(RedisConnections redis) {
    this.settings = redis.settings();
    this.login = redis.login();
    this.connections = redis.changing();
  }

  @Override
  public View look(Set<String> ids, Set<ServerAddress> addresses) {
    List<KnownServer> members;
    try {
      members = ClusterMembers.told(connections, settings.endpoints());
    } catch (IllegalStateException e) {
      throw new MemberFailure(
          Problem.error("REDIS_UNREACHABLE", "", String.valueOf(e.getMessage()), ""));
    }
    List<Server> servers = new ArrayList<>();
    Set<ServerAddress> asked = new HashSet<>();
    for (KnownServer member : members) {
      ServerAddress address = member.address();
      boolean primary = ClusterNodes.isKnownPrimary(member);
      boolean owner = primary && !member.hashSlots().isEmpty() && !member.isFailing();
      boolean wanted =
          owner || (primary && ids.contains(member.id())) || addresses.contains(address);
      if (wanted && asked.add(address)) {
        ask(member.id(), address, owner, servers);
      }
    }
    addresses.stream()
        .sorted()
        .filter(asked::add)
        .forEach(address -> ask("", address, /* owner= */ false, servers));
    return new View(servers);
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
      throw notCopied(
          server,
          "the function library '%s' of the primaries cannot be copied there: %s"
              .formatted(library.name(), RedisLogin.rootMessage(e)),
          "Let the coordinator's user say +function|list +function|load on every server, or FUNCTION LOAD it there.");
    } catch (RedisException | UncheckedIOException e) {
      throw notCopied(
          server,
          "whether the function library '%s' was copied is not known: %s"
              .formatted(library.name(), RedisLogin.rootMessage(e)),
          "Start the server again, then request the plan again.");
    }
  }

  private static MemberFailure notCopied(ServerAddress server, String text, String remedy) {
    return new MemberFailure(
        Problem.error("FUNCTION_LIBRARY_NOT_COPIED", server.toString(), text, remedy));
  }

  private <T> T on(ServerAddress server, Function<RedisCommands<String, String>, T> work) {
    try (StatefulRedisConnection<String, String> connection = connections.connectOnce(server)) {
      return work.apply(connection.sync());
    }
  }
}
