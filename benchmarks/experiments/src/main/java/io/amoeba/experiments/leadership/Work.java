package io.amoeba.experiments.leadership;

import io.amoeba.experiments.Waiting;
import io.amoeba.experiments.loops.Span;
import java.time.Duration;

/** Background work of a server. */
enum Work {
  SAVE("save", "rdb_bgsave_in_progress", "rdb_last_bgsave_status", "rdb_last_cow_size") {
    @Override
    void begin(Group group, GroupServer server) {
      server.commands().bgsave();
    }
  },
  REWRITE("rewrite", "aof_rewrite_in_progress", "aof_last_bgrewrite_status", "aof_last_cow_size") {
    @Override
    void begin(Group group, GroupServer server) {
      server.commands().bgrewriteaof();
    }
  },
  BACKUP("backup", "rdb_bgsave_in_progress", "rdb_last_bgsave_status", "rdb_last_cow_size") {
    @Override
    void begin(Group group, GroupServer server) {
      group.backUp(server);
    }
  };

  private static final Duration LONGEST = Duration.ofHours(1);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final String FORKS = "total_forks";
  private static final String PERSISTENCE = "persistence";

  private final String text;
  private final String running;
  private final String status;
  private final String copied;

  Work(String text, String running, String status, String copied) {
    this.text = text;
    this.running = running;
    this.status = status;
    this.copied = copied;
  }

  /** Gives the order; may return when the work is done. */
  abstract void begin(Group group, GroupServer server);

  /**
   * Carries it out on a server.
   *
   * @throws IllegalStateException if it fails
   */
  Done carryOut(Group group, GroupServer server) {
    boolean led = server.leads();
    long forks = server.number("stats", FORKS);
    long from = System.nanoTime();
    begin(group, server);
    if (!Waiting.upTo(LONGEST, POLL, () -> server.number(PERSISTENCE, running) == 0)) {
      throw new IllegalStateException(
          "%s has not ended its %s after %s".formatted(server, this, LONGEST));
    }
    long to = System.nanoTime();
    if (!server.info(PERSISTENCE, status).equals("ok")) {
      throw new IllegalStateException("The %s of %s failed: see its log".formatted(this, server));
    }
    if (server.number("stats", FORKS) == forks) {
      throw new IllegalStateException(
          "%s started no child for its %s: see its log".formatted(server, this));
    }
    return new Done(
        new Span(from, to),
        led || server.leads(),
        server.number("stats", "latest_fork_usec"),
        server.number(PERSISTENCE, copied));
  }

  /** How many full copies the order itself makes. */
  int copies() {
    return this == BACKUP ? 1 : 0;
  }

  /**
   * Work that has ended. Immutable.
   *
   * @param onPrimary whether the server led meanwhile
   * @param forkMicros how long the server served nobody when its child started
   * @param copiedBytes pages that were copied since server and child shared them
   */
  record Done(Span span, boolean onPrimary, long forkMicros, long copiedBytes) {}

  /** As on the command line. */
  @Override
  public String toString() {
    return text;
  }
}
