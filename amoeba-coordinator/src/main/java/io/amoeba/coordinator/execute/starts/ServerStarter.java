package io.amoeba.coordinator.execute.starts;

import io.amoeba.coordinator.plan.StartServers;

/** Port to what starts a Redis server. Safe for concurrent use. */
public interface ServerStarter {

  /**
   * Starts a server in cluster mode, which may answer only later. To start one twice does no harm.
   *
   * @throws StartProblem if it could not; the message says why and what to do
   * @throws InterruptedException if the thread was interrupted; what was begun has been ended
   */
  void start(StartServers.Server server) throws InterruptedException;
}
