package io.amoeba.freshreads.link;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a primary must be and allow before fresh reads rely on it: Redis or Valkey, whose replicas
 * apply one stream in order, and rights on the heartbeat's key. Confined to the opening thread.
 */
public final class ServerCheck {
  private static final Logger LOG = LoggerFactory.getLogger(ServerCheck.class);

  /** Fields in INFO of servers that speak the protocol but replicate in another way. */
  private static final List<String> OTHERS = List.of("dragonfly", "kvrocks", "garnet", "keydb");

  /** Folders may have any name; the program's own name stays. */
  private static final Pattern PATHS = Pattern.compile("(?m)^config_file:.*$|^executable:.*/");

  /** In INFO, and in HELLO. */
  private static final Pattern CLUSTER_MODE = Pattern.compile("(?m)^(redis_)?mode:cluster\\s*$");

  private static final Pattern VERSION =
      Pattern.compile("(?m)^(redis_version|valkey_version):([0-9][0-9a-zA-Z.-]{0,40})\\s*$");

  private final LinkClient client;
  private final String keyPrefix;
  private final boolean clusterMode;
  private final boolean written;

  /**
   * @param keyPrefix what keys of heartbeats start with
   * @param clusterMode whether the servers are followed as a cluster
   * @param written whether heartbeats are written; otherwise offsets are asked for
   */
  public ServerCheck(LinkClient client, String keyPrefix, boolean clusterMode, boolean written) {
    this.client = client;
    this.keyPrefix = keyPrefix;
    this.clusterMode = clusterMode;
    this.written = written;
  }

  /**
   * What forbids fresh reads at this primary. A primary that does not answer, or takes no writes
   * now, forbids nothing: its heartbeats start later.
   */
  public Optional<String> problem(String address, RedisURI primary, String heartbeatKey) {
    try (StatefulRedisConnection<String, String> connection =
        client.connect(StringCodec.UTF8, primary).toCompletableFuture().join()) {
      connection.setTimeout(primary.getTimeout());
      Optional<String> server = serverProblem(address, connection.sync());
      return server.isPresent() ? server : rightsProblem(address, connection.sync(), heartbeatKey);
    } catch (RedisException | CompletionException e) {
      LOG.warn("Fresh reads: cannot reach primary {} yet; its reads stay there", address);
      return Optional.empty();
    }
  }

  private Optional<String> serverProblem(String address, RedisCommands<String, String> commands) {
    String info;
    try {
      info = commands.info("server");
    } catch (RedisCommandExecutionException e) {
      info = hello(commands); // a user without the right to INFO
    }
    if (!clusterMode && CLUSTER_MODE.matcher(info).find()) {
      return Optional.of(
          address + " is in cluster mode: open fresh reads with a RedisClusterClient instead");
    }
    return serverProblem(address, info);
  }

  static Optional<String> serverProblem(String address, String info) {
    String facts = PATHS.matcher(info).replaceAll("").toLowerCase(Locale.ROOT);
    for (String other : OTHERS) {
      if (facts.contains(other)) {
        return Optional.of(
            address
                + " is "
                + other
                + ": no proof of freshness is known for its replication, use Redis or Valkey");
      }
    }
    return VERSION.matcher(info).find()
        ? Optional.empty()
        : Optional.of(address + " does not say that it is Redis or Valkey: use a server of these");
  }

  /** In the form of INFO. HELLO needs no right. */
  private static String hello(RedisCommands<String, String> commands) {
    List<Object> reply =
        commands.dispatch(CommandType.HELLO, new NestedMultiOutput<>(StringCodec.UTF8));
    StringBuilder info = new StringBuilder();
    for (int i = 0; i + 1 < reply.size(); i += 2) {
      if ("version".equals(reply.get(i))) {
        info.append("redis_version:").append(reply.get(i + 1)).append('\n');
      } else {
        info.append(reply.get(i)).append(':').append(reply.get(i + 1)).append('\n');
      }
    }
    return info.toString();
  }

  private Optional<String> rightsProblem(
      String address, RedisCommands<String, String> commands, String heartbeatKey) {
    try {
      if (written) {
        // Not a heartbeat: it proves nothing.
        commands.set(heartbeatKey, "opening", SetArgs.Builder.px(PrimaryLink.EXPIRY_MILLIS));
        commands.get(heartbeatKey);
      } else {
        commands.info("replication");
        if (clusterMode) {
          commands.clusterInfo();
        }
      }
      commands.readOnly(); // as on replicas
      return Optional.empty();
    } catch (RedisCommandExecutionException e) {
      return "NOPERM".equals(HeartbeatOutcome.code(e.getMessage()))
          ? Optional.of(missingRights(address))
          : Optional.empty(); // heartbeats start later
    }
  }

  private String missingRights(String address) {
    String offsets = (clusterMode ? "+info +cluster|info" : "+info") + " +readonly";
    return written
        ? "the user may not use heartbeat keys at "
            + address
            + " (NOPERM): add the rights with ACL SETUSER <user> ~"
            + keyPrefix
            + "* +get +set +readonly, on replicas, too; or write nothing, with evidence OFFSETS and "
            + offsets
        : "the user may not ask for replication offsets at "
            + address
            + " (NOPERM): add the rights with ACL SETUSER <user> "
            + offsets
            + ", on replicas, too";
  }
}
