package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.doctor.MovingCommand;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Says commands with arguments by which they change nothing. Redis looks at permissions first, so
 * that the answer tells whether the login has them. Stateless.
 */
final class HarmlessTrial {

  /** There are 16384, the first of which is 0. */
  private static final int NO_HASH_SLOT = 16_384;

  /** Nobody listens; a key that is not there is not sent anyway. */
  private static final int NO_PORT = 1;

  private HarmlessTrial() {}

  /**
   * Says the command.
   *
   * @throws io.lettuce.core.RedisCommandExecutionException for almost every answer
   */
  static Object of(MovingCommand command, RedisCommands<String, String> redis) {
    return switch (command) {
      case SET_SLOT -> redis.clusterSetSlotStable(NO_HASH_SLOT);
      case GET_KEYS_IN_SLOT -> redis.clusterGetKeysInSlot(0, 0);
      case COUNT_KEYS_IN_SLOT -> redis.clusterCountKeysInSlot(0);
      case MIGRATE -> redis.migrate("127.0.0.1", NO_PORT, noKey(), 0, 1);
      case RESTORE_ASKING ->
          redis.dispatch(
              new Keyword(command.text()),
              new StatusOutput<>(StringCodec.UTF8),
              new CommandArgs<>(StringCodec.UTF8).addKey(noKey()).add(0).add("no payload"));
      case SELECT -> redis.select(0);
    };
  }

  private static String noKey() {
    return "amoeba-doctor-" + UUID.randomUUID();
  }

  /** A command that the driver has no name for. */
  private record Keyword(String name) implements ProtocolKeyword {
    @Override
    public byte[] getBytes() {
      return name.getBytes(StandardCharsets.US_ASCII);
    }
  }
}
