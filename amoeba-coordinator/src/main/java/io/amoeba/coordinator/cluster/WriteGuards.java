package io.amoeba.coordinator.cluster;

import java.util.Set;

/**
 * What makes a server refuse writes as soon as it is a primary, although it works as a replica.
 * Immutable.
 *
 * @param failures what it could not write to its disk
 * @param leastReplicas replicas in sync that it needs to take writes (min-replicas-to-write); 0 if
 *     it needs none, or does not tell
 */
public record WriteGuards(Set<Failure> failures, int leastReplicas) {

  /** Nothing does. */
  public static final WriteGuards NONE = new WriteGuards(Set.of(), 0);

  /** Something that could not be written to the disk. */
  public enum Failure {
    SAVE(
        "its last save failed (rdb_last_bgsave_status), and stop-writes-on-bgsave-error is yes",
        "then BGSAVE"),
    AOF_WRITE("its last write to the AOF failed (aof_last_write_status)", "then wait for a write"),
    AOF_REWRITE(
        "its last rewrite of the AOF failed (aof_last_bgrewrite_status)", "then BGREWRITEAOF");

    private final String text;
    private final String remedy;

    Failure(String text, String remedy) {
      this.text = text;
      this.remedy = remedy;
    }

    public String text() {
      return text;
    }

    /** What helps once there is room on the disk. */
    public String remedy() {
      return remedy;
    }
  }

  public WriteGuards {
    failures = Set.copyOf(failures);
  }
}
