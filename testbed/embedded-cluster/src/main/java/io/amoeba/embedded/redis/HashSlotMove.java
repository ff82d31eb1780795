package io.amoeba.embedded.redis;

import io.amoeba.embedded.process.ServerException;
import io.lettuce.core.MigrateArgs;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/** Moves hash slots between two primaries by SETSLOT and MIGRATE. Confined to one thread. */
final class HashSlotMove {
  private static final int KEYS_PER_STEP = 100;
  private static final int MIGRATE_TIMEOUT_MILLIS = 10_000;

  /** Redis 7.0.13 to 7.0.15 and 7.2.0 to 7.2.3; Valkey reports a later version. */
  private static final Pattern LASTING_MARKS =
      Pattern.compile("redis_version:7\\.(0\\.1[3-9]|2\\.[0-3])\\b");

  private final RedisCommands<String, String> from;
  private final RedisCommands<String, String> to;
  private final RedisServer target;
  private final String fromId;
  private final String toId;

  HashSlotMove(
      RedisCommands<String, String> from, RedisCommands<String, String> to, RedisServer target) {
    this.from = from;
    this.to = to;
    this.target = target;
    this.fromId = from.clusterMyId();
    this.toId = to.clusterMyId();
  }

  /** Whether the target keeps marks of hash slots after it was given their owner. */
  boolean marksLast() {
    return LASTING_MARKS.matcher(to.info("server")).find();
  }

  /**
   * Names a third primary, which never claims hash slots, to the target as their owner. The next
   * claim of the source then ends the marks, with which the target would lose the hash slots to an
   * older claim.
   */
  void blur(Collection<Integer> hashSlots, String third) {
    hashSlots.forEach(hashSlot -> to.clusterSetSlotNode(hashSlot, third));
  }

  /**
   * The target gets each change first. Otherwise it would send back a client that follows a
   * redirect, and a crash in between would leave the hash slot without an owner.
   *
   * @param known waits until every server knows the target's epoch, before the others get the
   *     change
   */
  void move(int hashSlot, Collection<RedisCommands<String, String>> others, Runnable known) {
    try {
      to.clusterSetSlotImporting(hashSlot, fromId);
      from.clusterSetSlotMigrating(hashSlot, toId);
      moveKeys(hashSlot);
      to.clusterSetSlotNode(hashSlot, toId);
      known.run();
      from.clusterSetSlotNode(hashSlot, toId);
      others.forEach(other -> other.clusterSetSlotNode(hashSlot, toId));
    } catch (RedisCommandExecutionException e) {
      throw new ServerException(
          "Cannot move hash slot %d to %s: %s"
              .formatted(hashSlot, target.address(), e.getMessage()),
          e);
    }
  }

  private void moveKeys(int hashSlot) {
    List<String> keys = from.clusterGetKeysInSlot(hashSlot, KEYS_PER_STEP);
    while (!keys.isEmpty()) {
      from.migrate(
          target.host(), target.port(), 0, MIGRATE_TIMEOUT_MILLIS, MigrateArgs.Builder.keys(keys));
      keys = from.clusterGetKeysInSlot(hashSlot, KEYS_PER_STEP);
    }
  }
}
