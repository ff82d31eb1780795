package io.amoeba.coordinator;

/** A coordinator that can be started once and closed, also again. Safe for concurrent use. */
public interface RunningCoordinator extends AutoCloseable {

  /**
   * Begins to listen, then to work.
   *
   * @throws io.amoeba.coordinator.http.PortTaken if it cannot listen
   */
  void start();

  /** Address of the page. */
  String address();

  /**
   * Waits until it is closed.
   *
   * @throws RuntimeException if it cannot go on; the message says what to do
   */
  void awaitEnd() throws InterruptedException;

  @Override
  void close();
}
