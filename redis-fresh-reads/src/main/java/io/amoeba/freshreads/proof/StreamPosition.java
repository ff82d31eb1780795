package io.amoeba.freshreads.proof;

import org.jspecify.annotations.Nullable;

/**
 * How far a server's data is in a replication stream, in the words of INFO: the history that its
 * offsets belong to, and an offset. A server at an offset contains every write of its history up to
 * there. Immutable.
 *
 * <p>Source: docs/adr/0020-proof-at-the-answer.md.
 */
public final class StreamPosition {

  /*
   * The primary counts a write before it executes the next command, so INFO after a write has an
   * offset that includes it. slave_repl_offset counts what a replica has applied, whole transactions
   * at a time; what it has merely received is slave_read_repl_offset.
   *
   * A server that becomes a primary starts a history with a new replication id, and so does one that
   * restarts or frees its backlog. Offsets of two histories say nothing about each other: after the
   * promotion of a lagging replica, the other replicas have larger offsets than their new primary.
   */

  private static final int HISTORY_LENGTH = 40;

  /** Servers that hide their history, or have none. */
  private static final String NO_HISTORY = "0".repeat(HISTORY_LENGTH);

  private final String history;
  private final long offset;

  private StreamPosition(String history, long offset) {
    this.history = history;
    this.offset = offset;
  }

  /**
   * Where a primary's stream is.
   *
   * @param info its INFO replication
   * @return null if it is no primary, or does not tell
   */
  public static @Nullable StreamPosition ofPrimary(String info) {
    return isPrimary(info) ? of(info, "master_repl_offset") : null;
  }

  /**
   * Up to where a replica has applied its primary's stream.
   *
   * @param info its INFO replication
   * @return null if it is no replica, its link to the primary is down, or it does not tell
   */
  public static @Nullable StreamPosition ofReplica(String info) {
    boolean follows =
        "slave".equals(field(info, "role"))
            && "up".equals(field(info, "master_link_status"))
            && "0".equals(field(info, "master_sync_in_progress"));
    return follows ? of(info, "slave_repl_offset") : null;
  }

  /** Whether a server says that it is a primary. */
  public static boolean isPrimary(String info) {
    return "master".equals(field(info, "role"));
  }

  private static @Nullable StreamPosition of(String info, String offsetName) {
    String history = field(info, "master_replid");
    long offset = offset(field(info, offsetName));
    return history == null
            || history.length() != HISTORY_LENGTH
            || history.equals(NO_HISTORY)
            || offset < 0
        ? null
        : new StreamPosition(history, offset);
  }

  private static long offset(@Nullable String digits) {
    try {
      return digits == null || digits.startsWith("+") ? -1 : Long.parseLong(digits);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** The value in a line of INFO; null if there is no such line. */
  private static @Nullable String field(String info, String name) {
    int start = info.indexOf('\n' + name + ':');
    if (start < 0) {
      return null;
    }
    start += name.length() + 2;
    int end = info.indexOf('\n', start);
    return info.substring(start, end < 0 ? info.length() : end).trim();
  }

  String history() {
    return history;
  }

  long offset() {
    return offset;
  }
}
