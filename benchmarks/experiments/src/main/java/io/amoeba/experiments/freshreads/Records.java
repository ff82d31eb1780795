package io.amoeba.experiments.freshreads;

import io.amoeba.experiments.load.ZipfianRanks;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * YCSB's records: hashes with fields, of which a request reads or updates one. Immutable.
 *
 * @param fields of each record; half of them are looked through for one request
 */
record Records(int fields) {
  /*
   * A Redis server answers more plain GETs with a fifth of a CPU than a Java client can send with a
   * whole one. So requests must be dearer for the server than for the client. A small hash is one
   * block of memory, in which the server looks through the fields one by one: for the read, for the
   * update, and for the update at each replica. By the servers' setting hash-max-ziplist-entries,
   * hashes of up to 50,000 fields are small.
   */
  private static final int KEYS = 100;
  private static final int CHUNK = 500;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final ZipfianRanks RANKS = new ZipfianRanks(KEYS);

  /** Writes all records, and waits until so many replicas have them. */
  void fill(RedisCommands<String, String> primary, int replicas) {
    for (int first = 0; first < fields; first += CHUNK) {
      Map<String, String> some = new LinkedHashMap<>();
      for (int field = first; field < Math.min(fields, first + CHUNK); field++) {
        some.put("field" + field, value(field));
      }
      primary.hset(key(0), some);
    }
    byte[] record = primary.dump(key(0));
    for (int rank = 1; rank < KEYS; rank++) {
      primary.restore(key(rank), 0, record);
    }
    long got = primary.waitForReplication(replicas, PATIENCE.toMillis());
    if (got < replicas) {
      throw new IllegalStateException(
          "%d of %d replicas have the records after %d s"
              .formatted(got, replicas, PATIENCE.toSeconds()));
    }
  }

  private static String key(long rank) {
    return "user" + rank;
  }

  private static String value(int number) {
    return "%08d".formatted(number);
  }

  /** Popular ones by Zipf's law. */
  static String key(RandomGenerator random) {
    return key(RANKS.rank(random.nextDouble()));
  }

  String field(RandomGenerator random) {
    return "field" + random.nextInt(fields);
  }

  static String value(RandomGenerator random) {
    return value(random.nextInt(100_000_000));
  }
}
