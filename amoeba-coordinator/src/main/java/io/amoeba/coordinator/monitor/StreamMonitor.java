package io.amoeba.coordinator.monitor;

/** Port to the stream processor. Confined to the control-loop thread. */
public interface StreamMonitor extends AutoCloseable {

  /** In place of one where no stream processor is configured. */
  StreamMonitor NONE =
      new StreamMonitor() {
        @Override
        public StreamView read() {
          return new StreamView.NotConfigured();
        }

        @Override
        public void close() {}
      };

  /** Reads the job now; a stream processor that does not answer is a view, not an exception. */
  StreamView read();

  @Override
  void close();
}
