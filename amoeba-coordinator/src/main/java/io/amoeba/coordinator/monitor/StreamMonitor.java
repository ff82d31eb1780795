package io.amoeba.coordinator.monitor;

/** Port to the stream processor. Confined to the control-loop thread. */
public interface StreamMonitor extends AutoCloseable {

  /** Reads the job now; a stream processor that does not answer is a view, not an exception. */
  StreamView read();

  @Override
  void close();
}
