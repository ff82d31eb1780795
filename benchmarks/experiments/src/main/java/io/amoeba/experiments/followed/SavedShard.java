package io.amoeba.experiments.followed;

import io.amoeba.embedded.redis.RedisClusterServers;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.experiments.Waiting;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * The shard whose primary saves: that of the first node. It gets random bytes beside the job's few
 * keys, so that a save takes its time. Closing ends the connections. Confined to one thread.
 */
final class SavedShard implements AutoCloseable {
  private static final int VALUE_BYTES = 16_384;
  private static final int IN_FLIGHT = 32;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration LONGEST_SAVE = Duration.ofMinutes(10);
  private static final Duration POLL = Duration.ofMillis(50);

  private final RedisClient client = RedisClient.create();
  private final RedisServer server;
  private final RedisCommands<String, String> commands;
  private final String tag;

  SavedShard(RedisClusterServers servers) {
    server = servers.server(1);
    commands = client.connect(server.uri()).sync();
    Set<Integer> owned = new HashSet<>(servers.hashSlotsOf(server));
    tag =
        Stream.iterate(0, i -> i + 1)
            .map(i -> "{saved-" + i + "}")
            .filter(key -> owned.contains(SlotHash.getSlot(key)))
            .findFirst()
            .orElseThrow();
  }

  /** A key that the shard has. */
  String key(String name) {
    return tag + ":" + name;
  }

  /** Writes so many MiB, and waits until the replica has them. */
  void fill(int mebibytes) {
    long values = ((long) mebibytes << 20) / VALUE_BYTES;
    Random random = new Random(1);
    try (StatefulRedisConnection<byte[], byte[]> connection =
        client.connect(ByteArrayCodec.INSTANCE, server.uri())) {
      Deque<RedisFuture<String>> inFlight = new ArrayDeque<>();
      for (long number = 0; number < values; number++) {
        byte[] value = new byte[VALUE_BYTES];
        random.nextBytes(value);
        byte[] key = key("value-" + number).getBytes(StandardCharsets.US_ASCII);
        inFlight.add(connection.async().set(key, value));
        if (inFlight.size() == IN_FLIGHT) {
          await(inFlight.remove());
        }
      }
      inFlight.forEach(SavedShard::await);
      if (connection.sync().waitForReplication(1, PATIENCE.toMillis()) < 1) {
        throw new IllegalStateException(
            "The replica has not got all data after %d s".formatted(PATIENCE.toSeconds()));
      }
    }
  }

  private static void await(RedisFuture<String> written) {
    try {
      String unused = written.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("The data cannot be written: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The experiment was interrupted", e);
    }
  }

  /** Lets it save, and waits until it has; returns how long that took. */
  Duration save() {
    long fromNanos = System.nanoTime();
    commands.bgsave();
    if (!Waiting.upTo(LONGEST_SAVE, POLL, () -> info("rdb_bgsave_in_progress").equals("0"))) {
      throw new IllegalStateException(
          "%s has not saved after %d s".formatted(server.address(), LONGEST_SAVE.toSeconds()));
    }
    if (!info("rdb_last_bgsave_status").equals("ok")) {
      throw new IllegalStateException("%s cannot save: see its log".formatted(server.address()));
    }
    return Duration.ofNanos(System.nanoTime() - fromNanos);
  }

  /** It saves by itself when so much time is over since its last save. */
  void saveAfter(Duration time) {
    commands.configSet("save", time.toSeconds() + " 1");
  }

  boolean leads() {
    return commands.role().get(0).equals("master");
  }

  /** When it had last saved, in whole seconds of its clock. */
  Instant lastSave() {
    return commands.lastsave().toInstant();
  }

  private String info(String field) {
    return commands
        .info("persistence")
        .lines()
        .filter(line -> line.startsWith(field + ":"))
        .map(line -> line.substring(field.length() + 1).strip())
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }
}
