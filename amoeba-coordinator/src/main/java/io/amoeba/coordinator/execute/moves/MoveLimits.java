package io.amoeba.coordinator.execute.moves;

import io.amoeba.partitioner.placement.HashSlot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How gently hash slots move. Immutable.
 *
 * @param hashSlotsPerBatch hash slots between two looks at the topology: before a batch its roles
 *     are checked, after it every primary's view; 1 … 16384
 * @param hashSlotsAtOnce most hash slots that are open at once, from one primary to one other, as
 *     long as they hold no more keys than one MIGRATE may take; 1 … 64
 * @param keysPerMigrate keys that one MIGRATE takes, during which both primaries serve nobody else;
 *     1 … 10000
 * @param keysPerSecond average that is not exceeded, 0: no limit
 * @param migrateTimeout longest silence between the two primaries within a MIGRATE. A single key
 *     that takes longer cannot be moved. Keep it below {@code cluster-node-timeout}, or a replica
 *     may take over meanwhile
 * @param attempts how often in a row a transfer may fail
 * @param atomic whether the servers' own atomic migrations are used where all primaries know them
 * @param hashSlotsPerMigration most hash slots of one of these, which copies all of them at once; 1
 *     … 16384
 */
public record MoveLimits(
    int hashSlotsPerBatch,
    int hashSlotsAtOnce,
    int keysPerMigrate,
    int keysPerSecond,
    Duration migrateTimeout,
    int attempts,
    boolean atomic,
    int hashSlotsPerMigration) {

  /** Limits for a cluster with the default {@code cluster-node-timeout} of 15 s. */
  public static final MoveLimits DEFAULT =
      new MoveLimits(64, 16, 100, 0, Duration.ofSeconds(5), 3, true, 512);

  /** Most hash slots that may be open at once. */
  public static final int MOST_AT_ONCE = 64;

  private static final int MOST_KEYS = 10_000;
  private static final int MOST_ATTEMPTS = 100;

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if any of them is out of range: all reasons
   */
  public MoveLimits {
    List<String> problems = new ArrayList<>();
    check("hashSlotsPerBatch", hashSlotsPerBatch, 1, HashSlot.COUNT, problems);
    check("hashSlotsAtOnce", hashSlotsAtOnce, 1, MOST_AT_ONCE, problems);
    check("keysPerMigrate", keysPerMigrate, 1, MOST_KEYS, problems);
    check("keysPerSecond", keysPerSecond, 0, Integer.MAX_VALUE, problems);
    check("migrateTimeout in ms", migrateTimeout.toMillis(), 1, Integer.MAX_VALUE, problems);
    check("attempts", attempts, 1, MOST_ATTEMPTS, problems);
    check("hashSlotsPerMigration", hashSlotsPerMigration, 1, HashSlot.COUNT, problems);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }

  /** The same with so many hash slots open at once. */
  public MoveLimits withHashSlotsAtOnce(int hashSlots) {
    return new MoveLimits(
        hashSlotsPerBatch,
        hashSlots,
        keysPerMigrate,
        keysPerSecond,
        migrateTimeout,
        attempts,
        atomic,
        hashSlotsPerMigration);
  }

  /** The same with so many keys in one MIGRATE. */
  public MoveLimits withKeysPerMigrate(int keys) {
    return new MoveLimits(
        hashSlotsPerBatch,
        hashSlotsAtOnce,
        keys,
        keysPerSecond,
        migrateTimeout,
        attempts,
        atomic,
        hashSlotsPerMigration);
  }

  /** The same with another timeout. */
  public MoveLimits withMigrateTimeout(Duration timeout) {
    return new MoveLimits(
        hashSlotsPerBatch,
        hashSlotsAtOnce,
        keysPerMigrate,
        keysPerSecond,
        timeout,
        attempts,
        atomic,
        hashSlotsPerMigration);
  }

  /** The same with so many hash slots in one atomic migration. */
  public MoveLimits withHashSlotsPerMigration(int hashSlots) {
    return new MoveLimits(
        hashSlotsPerBatch,
        hashSlotsAtOnce,
        keysPerMigrate,
        keysPerSecond,
        migrateTimeout,
        attempts,
        atomic,
        hashSlots);
  }

  /**
   * Whether servers may migrate hash slots by themselves. They keep no limit of keys per second:
   * they migrate as fast as they can.
   */
  public boolean mayBeAtomic() {
    return atomic && keysPerSecond == 0;
  }

  /** Most keys of hash slots that are open together: a MIGRATE's, or a second's. */
  int keysAtOnce() {
    return keysPerSecond == 0 ? keysPerMigrate : Math.min(keysPerMigrate, keysPerSecond);
  }

  private static void check(String name, long value, long from, long to, List<String> problems) {
    if (value < from || value > to) {
      problems.add("%s is %d, not %d … %d".formatted(name, value, from, to));
    }
  }
}
