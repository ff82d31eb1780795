package io.amoeba.linearroad.servers;

import io.amoeba.embedded.Progress;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The servers of a run with the running job. Whoever made them ends them by closing. Safe for
 * concurrent use.
 */
public interface Fleet extends AutoCloseable {
  /**
   * Starts the servers, or takes those that run already.
   *
   * @param given null: none
   */
  static Fleet start(
      FleetOptions options,
      @Nullable GivenServers given,
      Distribution distribution,
      Progress progress)
      throws IOException, InterruptedException {
    return given == null
        ? EmbeddedFleet.start(options, distribution, progress)
        : ExternalFleet.start(options, given, distribution);
  }

  /** How it was started. */
  FleetOptions options();

  /** Linear Road on these servers. */
  RunningJob job();

  /** Throws if a server has ended by itself, with what is known of why. */
  void check();

  /** Kills a process and starts it again. */
  void disturb(Disturbance disturbance);

  /**
   * Adds a node, and starts the job again with a subtask of each operator there; returns when all
   * of it runs.
   */
  void addNode();

  @Override
  void close();
}
