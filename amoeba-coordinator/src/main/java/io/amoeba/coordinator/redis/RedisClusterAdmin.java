package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
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
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Changes which servers are in a Redis Cluster, and as what. Others that are to become members take
 * the same login. Confined to one thread.
 */
public final class RedisClusterAdmin implements ClusterAdmin {

  private final RedisNodes nodes;

  /** A driver that connects at the first look. */
  public RedisClusterAdmin(RedisConnections redis) {
    this.nodes = new RedisNodes(redis.settings(), redis.changing());
  }

  @Override
  public ClusterView look(Set<ServerAddress> also) {
    return nodes.lookInside(also);
  }

  /*
   * CLUSTER MEET takes no names, and a server may listen at some of the addresses of its name alone:
   * it is met at each, and hears of one. Without its bus port it would be met at its own port +
   * 10000.
   */
  @Override
  public void meet(ServerAddress member, ServerAddress other) {
    int bus = nodes.busPort(other);
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
  public void save(ServerAddress server) {
    tell(server, "BGSAVE", redis -> redis.bgsave());
  }

  @Override
  public void rewrite(ServerAddress server) {
    tell(server, "BGREWRITEAOF", redis -> redis.bgrewriteaof());
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
            if (!ClusterAdminErrors.isUnknownNode(Objects.toString(e.getMessage()))) {
              throw e;
            }
          }
        });
  }

  @Override
  public void reset(ServerAddress server) {
    tell(server, "CLUSTER RESET HARD", redis -> redis.clusterReset(/* hard= */ true));
  }

  private void tell(
      ServerAddress server, String what, Consumer<RedisCommands<byte[], byte[]>> command) {
    StatefulRedisConnection<byte[], byte[]> connection =
        nodes
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
      throw ClusterAdminErrors.of(what, server.toString(), Objects.toString(e.getMessage()));
    } catch (RedisException e) {
      nodes.disconnect(server);
      throw new ClusterFailure(
          ClusterFailure.Kind.UNREACHABLE,
          "%s did not answer %s: %s".formatted(server, what, RedisLogin.rootMessage(e)),
          "start it again, or wait for the failover");
    }
  }
}
