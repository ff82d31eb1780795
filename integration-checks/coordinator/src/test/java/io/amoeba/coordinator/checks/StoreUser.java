package io.amoeba.coordinator.checks;

import io.amoeba.embedded.redis.RedisClusterServers;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.List;

/** The ACL user {@link #NAME} of a store's nodes. Stateless. */
final class StoreUser {

  static final String NAME = "amoeba";

  private StoreUser() {}

  /** Sends rules between blanks to every node. */
  static void set(RedisClient client, RedisClusterServers store, String rules) {
    store
        .servers()
        .forEach(
            server -> {
              CommandArgs<String, String> arguments =
                  new CommandArgs<>(StringCodec.UTF8).add("SETUSER").add(NAME);
              List.of(rules.split(" ")).forEach(arguments::add);
              try (StatefulRedisConnection<String, String> connection =
                  client.connect(server.uri())) {
                connection
                    .sync()
                    .dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), arguments);
              }
            });
  }
}
