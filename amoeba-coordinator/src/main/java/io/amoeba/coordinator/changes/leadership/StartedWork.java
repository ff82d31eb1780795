package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.upkeep.ServerWork;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Work of a server, durable from before the command until after its end. Immutable.
 *
 * @param process run id of the server's process before the command
 * @param clockSeconds its clock then
 * @param told whether the command was answered, so that the work has begun; otherwise nobody knows
 *     whether it was heard
 */
record StartedWork(String process, long clockSeconds, boolean told) {

  /** How it stands, or has ended. */
  enum State {
    RUNNING("it goes on"),
    /** The server was not told, or did not hear it: who was to tell it ended before. */
    NOT_BEGUN("it did not begin"),
    DONE("it has"),
    FAILED("it says that this failed"),
    /** The process that began it has ended, or tells of no end of it. */
    LOST("it has started again, or does not tell of an end"),
    OVERDUE("it has not ended in time"),
    /** Every primary says that the server has failed. */
    GONE("it has failed"),
    /** The lead of its shard has changed meanwhile. */
    LEAD_CHANGED("the lead has changed");

    private final String text;

    State(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  /** Of a server that is about to be told. */
  static StartedWork before(ServerView server) {
    return new StartedWork(server.elections().process(), seconds(server), false);
  }

  StartedWork answered() {
    return new StartedWork(process, clockSeconds, true);
  }

  /** By the server's own clock. */
  Duration age(ServerView server) {
    return Duration.ofSeconds(seconds(server) - clockSeconds);
  }

  private static long seconds(ServerView server) {
    return server.work().clock().map(Instant::getEpochSecond).orElse(0L);
  }

  /** By what the server says now: one of the first five. A pure function. */
  State state(UpkeepKind kind, ServerView server) {
    if (!process.equals(server.elections().process())) {
      return State.LOST;
    }
    if (server.work().does(kind)) {
      return State.RUNNING;
    }
    if (!told) {
      return State.NOT_BEGUN;
    }
    Optional<ServerWork.Last> last = server.work().last(kind);
    if (last.isEmpty() || last.get().result() == ServerWork.Result.FAILED) {
      return State.FAILED;
    }
    // Only of a save does a server tell when it ended.
    boolean earlier =
        kind == UpkeepKind.SAVE
            && last.get()
                .at()
                .map(Instant::getEpochSecond)
                .filter(ended -> ended >= clockSeconds)
                .isEmpty();
    return earlier ? State.LOST : State.DONE;
  }
}
