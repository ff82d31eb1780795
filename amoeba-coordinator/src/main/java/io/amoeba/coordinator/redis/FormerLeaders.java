package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.lease.Fence;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the connections of former leaders at every member of a Redis Cluster, known by their names.
 * A server carries out commands one after the other: what came by such a connection is done by
 * then, and nothing else comes. Confined to one thread.
 */
public final class FormerLeaders implements Fence {

  private static final Logger LOG = LoggerFactory.getLogger(FormerLeaders.class);
  private static final Pattern CONNECTION =
      Pattern.compile("id=(\\d+) (?:.* )?name=" + RedisLogin.CLIENT_NAME + "-(\\d+) .*");

  private final RedisSettings settings;
  private final NodeConnections connections;

  /** A driver that connects when it is needed. */
  public FormerLeaders(RedisConnections redis) {
    this.settings = redis.settings();
    this.connections = redis.changing();
  }

  @Override
  public void raise(long term) {
    List<String> silent = new ArrayList<>();
    for (ServerAddress member : members()) {
      try {
        end(member, term);
      } catch (RedisException | UncheckedIOException e) {
        connections.disconnect(member);
        silent.add(member + ": " + RedisLogin.rootMessage(e));
      }
    }
    if (!silent.isEmpty()) {
      throw new IllegalStateException(
          ("it is not certain that the leader before cannot act at %s; start that node again, or"
                  + " wait until the cluster has seen that it failed")
              .formatted(String.join("; ", silent)));
    }
  }

  private void end(ServerAddress member, long term) {
    RedisCommands<byte[], byte[]> redis = connections.connect(member).sync();
    redis
        .clientList()
        .lines()
        .map(CONNECTION::matcher)
        .filter(Matcher::matches)
        .filter(line -> Long.parseLong(line.group(2)) < term)
        .forEach(
            line -> {
              long ended = redis.clientKill(KillArgs.Builder.id(Long.parseLong(line.group(1))));
              LOG.info(
                  "{}: ended {} connection of the leader of term {}", member, ended, line.group(2));
            });
  }

  /** Without those that the cluster takes for failed: such a node serves nobody. */
  private Set<ServerAddress> members() {
    List<KnownServer> told = ClusterMembers.told(connections, settings.endpoints());
    return ClusterMembers.addresses(
        told.stream().filter(server -> !server.flags().contains("fail")).toList());
  }
}
