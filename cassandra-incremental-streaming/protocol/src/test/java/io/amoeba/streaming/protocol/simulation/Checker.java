package io.amoeba.streaming.protocol.simulation;

import java.util.Arrays;

/**
 * Looks for reads after acknowledged writes that could miss them.
 *
 * <p>It does not try some reads but answers for all: a read at a level asks any so many of the
 * replicas that its coordinator's ring names, so one could be stale if that many replicas are
 * behind the newest write acknowledged at a level that must be seen. What replicas have only grows
 * (but for a crash of the joining node, which is followed by a check), and a read may miss writes
 * acknowledged after it began, so a slow read finds no less than one that happens at once: instant
 * reads, tried whenever a write is acknowledged or a ring changes, are the worst ones.
 */
final class Checker {

  private final Ring ring;
  private final int[][] versions;
  private final int[] one;
  private final int[] quorum;
  private final int[] all;
  private long acknowledged;

  /** Versions up to this one were truncated permanently. */
  private int truncated;

  Checker(Ring ring, int[][] versions) {
    this.ring = ring;
    this.versions = versions;
    one = new int[ring.keys.length];
    quorum = new int[ring.keys.length];
    all = new int[ring.keys.length];
  }

  void acknowledged(Level level, int key, int version) {
    acknowledged++;
    int[] at =
        switch (level) {
          case ONE -> one;
          case QUORUM -> quorum;
          case ALL -> all;
        };
    at[key] = Math.max(at[key], version);
  }

  long acknowledgedWrites() {
    return acknowledged;
  }

  /**
   * A node is gone permanently, or replicas were taken away: what it alone had was never promised.
   */
  void forgetSingleCopies() {
    Arrays.fill(one, 0);
  }

  /** What was acknowledged until now may go, or stay. */
  void truncateBegins() {
    Arrays.fill(one, 0);
    Arrays.fill(quorum, 0);
    Arrays.fill(all, 0);
  }

  /** A TRUNCATE was acknowledged: no replica may have these versions. */
  void truncated(int upTo) {
    truncated = Math.max(truncated, upTo);
  }

  /** Tries all reads of a key by one coordinator. */
  void check(String coordinator, int done, int key) {
    int replicas = ring.natural(done, key);
    int count = Integer.bitCount(replicas);
    int strong = Math.max(quorum[key], all[key]);
    require(
        behind(replicas, key, strong) < count / 2 + 1, "QUORUM", coordinator, done, key, strong);
    require(behind(replicas, key, all[key]) < 1, "ONE", coordinator, done, key, all[key]);
    int any = Math.max(one[key], strong);
    require(behind(replicas, key, any) < count, "ALL", coordinator, done, key, any);
    for (int node = 0; node < versions.length; node++) {
      int has = versions[node][key];
      if ((replicas & (1 << node)) != 0 && has > 0 && has <= truncated) {
        throw new Violation(
            Violation.Kind.TRUNCATED_ROW,
            "a read of key "
                + key
                + " by "
                + coordinator
                + " (joining node's tokens "
                + Integer.toBinaryString(done)
                + ") can find version "
                + has
                + " on "
                + Ring.name(node)
                + ", which was truncated");
      }
    }
  }

  private int behind(int replicas, int key, int version) {
    int behind = 0;
    for (int node = 0; node < versions.length; node++) {
      if ((replicas & (1 << node)) != 0 && versions[node][key] < version) {
        behind++;
      }
    }
    return behind;
  }

  private void require(
      boolean holds, String level, String coordinator, int done, int key, int version) {
    if (!holds) {
      StringBuilder found = new StringBuilder();
      for (int node = 0; node < versions.length; node++) {
        if ((ring.natural(done, key) & (1 << node)) != 0) {
          found.append(' ').append(Ring.name(node)).append(": ").append(versions[node][key]);
        }
      }
      throw new Violation(
          Violation.Kind.STALE_READ,
          "a read at "
              + level
              + " of key "
              + key
              + " by "
              + coordinator
              + " (joining node's tokens "
              + Integer.toBinaryString(done)
              + ") can miss version "
              + version
              + ", which was"
              + " acknowledged; its replicas have"
              + found);
    }
  }
}
