package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.cluster.ServerView;
import java.time.Duration;
import java.time.Instant;

/**
 * Work of a server, durable from before the command until after its end. Immutable.
 *
 * @param process run id of the server's process before the command
 * @param clockSeconds its clock then
 * @param told whether the command was answered, so that the work has begun; otherwise nobody knows
 *     whether it was heard
 */
record StartedWork(String process, long clockSeconds, boolean told) {

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
}
