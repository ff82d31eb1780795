package io.amoeba.linearroad.servers;

import io.amoeba.embedded.Progress;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The servers of a run with the running job; closing ends them. Safe for concurrent use. */
public interface Fleet extends AutoCloseable {
  /**
   * Starts the servers, or uses external ones.
   *
   * @param external null: none
   */
  static Fleet start(
      FleetOptions options,
      @Nullable ExternalServers external,
      Distribution distribution,
      Progress progress)
      throws IOException, InterruptedException {
    return external == null
        ? EmbeddedFleet.start(options, distribution, progress)
        : ExternalFleet.start(options, external, distribution);
  }

  /** Linear Road on these servers. */
  RunningJob job();

  /** Throws if a server has ended by itself, with the known cause. */
  void check();

  /** Kills a process and starts it again, if the run has started it. */
  default void disturb(Disturbance disturbance) {
    throw new UnsupportedOperationException("external servers are not killed");
  }

  /** Adds a node, if the run has started the servers; returns when the job has subtasks there. */
  default void addNode() {
    throw new UnsupportedOperationException("external servers do not grow");
  }

  @Override
  void close();
}
