package io.amoeba.embedded.redis;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * How Redis servers are started. Immutable.
 *
 * @param expectedMegabytes maximum memory of one server, for the check before the start
 * @param config lines of {@code redis.conf} that are added to or replace the defaults (no
 *     persistence)
 * @param executable the server program, of Redis or Valkey; empty for the one that {@link
 *     RedisBinary} finds
 * @param hashSlotRanges ranges of hash slots of each new primary, from 1; all are equally long and
 *     are dealt in turn
 * @param replicas replicas of each new primary
 * @param disturbable whether the servers reach each other through a {@link ServerNetwork}
 * @param dataFolders where each node has its data, by number; empty: in the run folder
 */
public record RedisSettings(
    int expectedMegabytes,
    Map<String, String> config,
    Optional<Path> executable,
    int hashSlotRanges,
    int replicas,
    boolean disturbable,
    Optional<IntFunction<Path>> dataFolders) {
  private static final int DEFAULT_MEGABYTES = 64;

  public RedisSettings {
    config = Map.copyOf(config);
    if (hashSlotRanges < 1) {
      throw new IllegalArgumentException(
          "each Redis primary is to start with %d ranges of hash slots: use 1 or more"
              .formatted(hashSlotRanges));
    }
    if (replicas < 0) {
      throw new IllegalArgumentException(
          "each Redis primary is to have %d replicas: use 0 or more".formatted(replicas));
    }
  }

  /** With one range of hash slots, and no replica, for each primary. */
  public RedisSettings(
      int expectedMegabytes, Map<String, String> config, Optional<Path> executable) {
    this(expectedMegabytes, config, executable, 1, 0, false, Optional.empty());
  }

  /** With the server program that is found. */
  public RedisSettings(int expectedMegabytes, Map<String, String> config) {
    this(expectedMegabytes, config, Optional.empty());
  }

  public static RedisSettings defaults() {
    return new RedisSettings(DEFAULT_MEGABYTES, Map.of());
  }

  /** With one more line of {@code redis.conf}. */
  public RedisSettings with(String name, String value) {
    Map<String, String> lines = new HashMap<>(config);
    lines.put(name, value);
    return new RedisSettings(
        expectedMegabytes, lines, executable, hashSlotRanges, replicas, disturbable, dataFolders);
  }

  public RedisSettings withHashSlotRanges(int rangesOfEach) {
    return new RedisSettings(
        expectedMegabytes, config, executable, rangesOfEach, replicas, disturbable, dataFolders);
  }

  /** Replicas of each primary; their nodes have the numbers after those of all primaries. */
  public RedisSettings withReplicas(int ofEach) {
    return new RedisSettings(
        expectedMegabytes, config, executable, hashSlotRanges, ofEach, disturbable, dataFolders);
  }

  /** With this server program, of Redis or Valkey. */
  public RedisSettings withExecutable(Path program) {
    return new RedisSettings(
        expectedMegabytes,
        config,
        Optional.of(program),
        hashSlotRanges,
        replicas,
        disturbable,
        dataFolders);
  }

  /** The server program, extracted into {@code folder} if it is the bundled one. */
  public RedisBinary program(Path folder) {
    return executable
        .map(path -> new RedisBinary(path, false))
        .orElseGet(() -> RedisBinary.find(folder));
  }

  /** With a network between the servers whose links can be disturbed. */
  public RedisSettings withNetwork() {
    return new RedisSettings(
        expectedMegabytes, config, executable, hashSlotRanges, replicas, true, dataFolders);
  }

  /**
   * With existing folders for the data of each node, in place of some in the run folder: disks of
   * their own, say.
   */
  public RedisSettings withDataFolders(IntFunction<Path> ofNodes) {
    return new RedisSettings(
        expectedMegabytes,
        config,
        executable,
        hashSlotRanges,
        replicas,
        disturbable,
        Optional.of(ofNodes));
  }
}
