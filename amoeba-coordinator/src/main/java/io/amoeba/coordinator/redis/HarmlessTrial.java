package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.doctor.StoreCommand;
import io.lettuce.core.KillArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ObjectOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/**
 * Says commands with arguments by which they change nothing. Redis looks at permissions first, so
 * that the answer tells whether the login has them. Stateless.
 */
final class HarmlessTrial {

  /** There are 16384, the first of which is 0. */
  private static final int NO_HASH_SLOT = 16_384;

  private static final String NO_SLOT = String.valueOf(NO_HASH_SLOT);

  /** Nobody listens; a key that is not there is not sent anyway. */
  private static final int NO_PORT = 1;

  /** Ids are counted from 1. */
  private static final long NO_CLIENT = Long.MAX_VALUE;

  private static final String NO_NODE = "0".repeat(40);

  /** Refused before anything is done; the other arguments are FORCE and TAKEOVER, HARD and SOFT. */
  private static final String NO_OPTION = "NOTHING";

  private HarmlessTrial() {}

  /**
   * Says the command.
   *
   * @throws io.lettuce.core.RedisCommandExecutionException for almost every answer
   */
  static Object of(StoreCommand command, RedisCommands<String, String> redis) {
    return switch (command) {
      case SET_SLOT -> redis.clusterSetSlotStable(NO_HASH_SLOT);
      case SAVE_CONFIG -> redis.clusterSaveconfig();
      case GET_KEYS_IN_SLOT -> redis.clusterGetKeysInSlot(0, 0);
      case COUNT_KEYS_IN_SLOT -> redis.clusterCountKeysInSlot(0);
      case MIGRATE -> redis.migrate("127.0.0.1", NO_PORT, noKey(), 0, 1);
      case RESTORE_ASKING ->
          redis.dispatch(
              new Keyword(command.text()),
              new StatusOutput<>(StringCodec.UTF8),
              new CommandArgs<>(StringCodec.UTF8).addKey(noKey()).add(0).add("no payload"));
      case SELECT -> redis.select(0);
      case COMMAND_INFO -> redis.commandInfo(CommandType.CLUSTER);
      case MIGRATION -> cluster(redis, "MIGRATION", "STATUS", "ID", NO_NODE);
      case MIGRATE_SLOTS ->
          cluster(redis, "MIGRATESLOTS", "SLOTSRANGE", NO_SLOT, NO_SLOT, "NODE", NO_NODE);
      case GET_SLOT_MIGRATIONS -> cluster(redis, "GETSLOTMIGRATIONS");
      case SLOT_STATISTICS -> cluster(redis, "SLOT-STATS", "SLOTSRANGE", "0", "0");
      case MEET -> cluster(redis, "MEET", "no-address", "0");
      case REPLICATE -> redis.clusterReplicate(NO_NODE);
      case FAIL_OVER -> cluster(redis, "FAILOVER", NO_OPTION);
      case FORGET -> redis.clusterForget(NO_NODE);
      case RESET -> cluster(redis, "RESET", NO_OPTION);
      case SAVE ->
          redis.dispatch(
              CommandType.BGSAVE,
              new StatusOutput<>(StringCodec.UTF8),
              new CommandArgs<>(StringCodec.UTF8).add(NO_OPTION));
      case CLIENT_LIST -> redis.clientList();
      case CLIENT_KILL -> redis.clientKill(KillArgs.Builder.id(NO_CLIENT));
    };
  }

  private static Object cluster(RedisCommands<String, String> redis, String... arguments) {
    CommandArgs<String, String> words = new CommandArgs<>(StringCodec.UTF8);
    List.of(arguments).forEach(words::add);
    return redis.dispatch(CommandType.CLUSTER, new ObjectOutput<>(StringCodec.UTF8), words);
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
