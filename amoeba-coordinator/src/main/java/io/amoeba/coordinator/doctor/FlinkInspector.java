package io.amoeba.coordinator.doctor;

/** Port to Flink's driver. Confined to one thread. */
public interface FlinkInspector extends AutoCloseable {

  /** In place of one where Flink is not configured. */
  FlinkInspector NONE =
      new FlinkInspector() {
        @Override
        public FlinkInspection inspect() {
          return new FlinkInspection.NotConfigured();
        }

        @Override
        public void close() {}
      };

  /** Looks now; a Flink that does not answer is an inspection, not an exception. */
  FlinkInspection inspect();

  @Override
  void close();
}
