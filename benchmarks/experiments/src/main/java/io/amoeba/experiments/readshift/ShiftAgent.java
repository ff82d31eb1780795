package io.amoeba.experiments.readshift;

import java.nio.file.Path;
import java.util.List;

/**
 * An agent of the nodes. Immutable.
 *
 * @param name of its jar, without the end
 * @param options as after {@code -javaagent:…=}
 */
record ShiftAgent(String name, String options) {
  /** Cassandra's {@code file_cache_size}, with 32 MiB of buffers: of less, there is no cache. */
  static final String CHUNK_CACHE = "96MiB";

  /*
   * Modes switch the levers. Every compaction of the whole table is large. Turns are short, so that
   * a cycle has each of them; a bound of time would let a compaction start in another's turn.
   */
  private static final ShiftAgent SHIFT =
      new ShiftAgent(
          "read-shift-agent",
          "severity=off,turns=off,large-compaction=1MiB,turn=10s,turn-gap=5s,max-postponed=600s,min-free-disk=1%");

  private static final ShiftAgent HINTS = new ShiftAgent("read-hints-agent", "load-shedding=off");

  /** Those of a cluster. */
  static List<ShiftAgent> of(boolean withHints) {
    return withHints ? List.of(SHIFT, HINTS) : List.of(SHIFT);
  }

  /** In the folder of the distribution. */
  Path jar(Path distribution) {
    return distribution.resolve("cassandra-lib").resolve(name + ".jar");
  }

  /** For the JVM of a node in a container. */
  String inImage() {
    return "-javaagent:/opt/cassandra/lib/%s.jar=%s".formatted(name, options);
  }
}
