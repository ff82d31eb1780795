package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.upkeep.ServerWork;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.time.Instant;
import java.util.Optional;

/** How the work of a server stands. */
enum WorkState {
  /** The server was not told, or did not hear it. */
  NOT_BEGUN,
  RUNNING,
  DONE,
  /** The server says that it failed. */
  FAILED,
  /** The process that began it has ended, or tells of no end of it. */
  LOST;

  /** By what the server says now; a pure function. */
  static WorkState of(UpkeepKind kind, StartedWork started, ServerView server) {
    if (!started.process().equals(server.elections().process())) {
      return LOST;
    }
    if (isRunning(kind, server.work())) {
      return RUNNING;
    }
    if (!started.told()) {
      return NOT_BEGUN;
    }
    Optional<ServerWork.Last> last = server.work().last(kind);
    if (last.isEmpty() || last.get().result() == ServerWork.Result.FAILED) {
      return FAILED;
    }
    // Only of a save does a server tell when it ended.
    boolean earlier =
        kind == UpkeepKind.SAVE
            && last.get()
                .at()
                .map(Instant::getEpochSecond)
                .filter(ended -> ended >= started.clockSeconds())
                .isEmpty();
    return earlier ? LOST : DONE;
  }

  /** Whether it does such work, or will as soon as its other work has ended. */
  static boolean isRunning(UpkeepKind kind, ServerWork work) {
    return work.running().filter(running -> running.kind() == kind).isPresent()
        || (kind == UpkeepKind.REWRITE && work.appendOnly().scheduled());
  }

  /** Whether it does any work. */
  static boolean isBusy(ServerWork work) {
    return work.running().isPresent() || work.appendOnly().scheduled();
  }
}
