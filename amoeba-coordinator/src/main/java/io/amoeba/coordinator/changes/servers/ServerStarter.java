package io.amoeba.coordinator.changes.servers;

/** Port to what starts a Redis server. Confined to one thread. */
public interface ServerStarter {

  /**
   * Waits for the end of what a coordinator that was killed has begun, if that still goes on.
   *
   * @throws StartFailure if it does not end
   */
  default void awaitEarlier() throws InterruptedException {}

  /**
   * Starts a server in cluster mode, which may answer only later. To start one twice does no harm.
   *
   * @throws StartFailure if it could not; the message says why and what to do
   * @throws InterruptedException if the thread was interrupted; what was begun has been ended
   */
  void start(StartServers.Server server) throws InterruptedException;
}
