package io.amoeba.experiments.leadership;

import io.amoeba.experiments.load.ZipfianRanks;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RestoreArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import java.util.function.ObjIntConsumer;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Records of one hash slot: hashes of random bytes and counters. A request reads a value or
 * increases a counter. Immutable.
 *
 * @param count at least 2
 */
record Records(int count, ZipfianRanks ranks) {
  /*
   * As in the experiment on fresh reads: a request must be dearer for the server than for a client
   * in Java, or the server never reaches its limit of CPU time. In a small hash, one block of
   * memory, the server looks through half of the fields for each request. Counters take 32 bits, so
   * that an increment moves nothing. All other values are random bytes: others compress well, and
   * work with them is cheaper than with the data of an application.
   */
  static final int FIELDS = 2_000;

  private static final int CHUNK = 500;
  private static final int IN_FLIGHT = 64;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int FIRST_SLOTS = 5_460;
  private static final String TAG = tag();
  private static final int LEAST = 1_000_000_000;
  private static final int STEP = 499_979;

  private static final String[] FIELD_NAMES =
      IntStream.range(0, FIELDS).mapToObj(field -> "f" + field).toArray(String[]::new);
  private static final String[] COUNTERS =
      IntStream.range(0, Counters.OF_EACH)
          .mapToObj(counter -> FIELD_NAMES[field(counter)])
          .toArray(String[]::new);

  /** A tag of a hash slot that the primary has in every cluster of the experiment. */
  private static String tag() {
    return IntStream.range(0, 1_000)
        .mapToObj(i -> "g" + i)
        .filter(tag -> SlotHash.getSlot(tag) < FIRST_SLOTS)
        .findFirst()
        .orElseThrow();
  }

  private static int field(int counter) {
    return counter * (FIELDS / Counters.OF_EACH);
  }

  private static long first(int field) {
    return LEAST + (long) field * STEP;
  }

  /** Writes so many MiB of records, and waits until all replicas have them. */
  static Records fill(Group group, int mebibytes) {
    RedisCommands<String, String> primary = group.primary().commands();
    for (int from = 0; from < FIELDS; from += CHUNK) {
      Map<String, String> some = new LinkedHashMap<>();
      for (int field = from; field < from + CHUNK; field++) {
        some.put(FIELD_NAMES[field], SerializedRecord.PLACEHOLDER);
      }
      primary.hset(key(0), some);
    }
    for (int counter = 0; counter < Counters.OF_EACH; counter++) {
      primary.hset(key(0), COUNTERS[counter], Long.toString(first(field(counter))));
    }
    long bytes = primary.memoryUsage(key(0));
    int count = (int) Math.max(2, ((long) mebibytes << 20) / bytes);
    SerializedRecord serialized =
        new SerializedRecord(notCompressed(primary), FIELDS - Counters.OF_EACH);
    RestoreArgs replacing = RestoreArgs.Builder.ttl(0).replace();
    forEach(
        IntStream.range(0, count).toArray(),
        number ->
            primary
                .getStatefulConnection()
                .async()
                .restore(key(number), serialized.of(number), replacing),
        (ok, number) -> {});
    int replicas = group.servers().size() - 1;
    long got = primary.waitForReplication(replicas, PATIENCE.toMillis());
    if (got < replicas) {
      throw new IllegalStateException(
          "%d of %d replicas have the records after %d s"
              .formatted(got, replicas, PATIENCE.toSeconds()));
    }
    return new Records(count, new ZipfianRanks(count));
  }

  private static byte[] notCompressed(RedisCommands<String, String> primary) {
    primary.configSet("rdbcompression", "no");
    try {
      return primary.dump(key(0));
    } finally {
      primary.configSet("rdbcompression", "yes");
    }
  }

  /** Sends one command for each record, some of them at the same time, and takes the answers. */
  private static <T> void forEach(
      int[] records, IntFunction<RedisFuture<T>> command, ObjIntConsumer<T> answered) {
    Deque<RedisFuture<T>> inFlight = new ArrayDeque<>();
    for (int next = 0; next < records.length + IN_FLIGHT; next++) {
      if (next >= IN_FLIGHT && !inFlight.isEmpty()) {
        answered.accept(answer(inFlight.remove()), records[next - IN_FLIGHT]);
      }
      if (next < records.length) {
        inFlight.add(command.apply(records[next]));
      }
    }
  }

  private static <T> T answer(RedisFuture<T> future) {
    try {
      return future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("A record cannot be written or read: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The experiment was interrupted", e);
    }
  }

  static String key(int record) {
    return "{" + TAG + "}user" + record;
  }

  /** Popular ones by Zipf's law. */
  int draw(RandomGenerator random) {
    return (int) ranks.rank(random.nextDouble());
  }

  static String field(RandomGenerator random) {
    return FIELD_NAMES[random.nextInt(FIELDS)];
  }

  static String counter(int counter) {
    return COUNTERS[counter];
  }

  /** How often a counter with this value was increased. */
  static long increments(int counter, long value) {
    return value - first(field(counter));
  }

  /** Compares every counter that was increased with what its server holds. */
  void check(Counters counters, RedisClusterAsyncCommands<String, String> server) {
    forEach(
        IntStream.range(0, count).filter(counters::isOpen).toArray(),
        record -> server.hmget(key(record), COUNTERS),
        (held, record) -> counters.check(record, increments(held)));
  }

  private static List<@Nullable Long> increments(List<KeyValue<String, String>> held) {
    List<@Nullable Long> increments = new ArrayList<>();
    for (int counter = 0; counter < Counters.OF_EACH; counter++) {
      KeyValue<String, String> value = held.get(counter);
      increments.add(
          value.hasValue() ? increments(counter, Long.parseLong(value.getValue())) : null);
    }
    return increments;
  }
}
