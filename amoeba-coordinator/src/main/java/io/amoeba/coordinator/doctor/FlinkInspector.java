package io.amoeba.coordinator.doctor;

/** Port to Flink's driver. Confined to one thread. */
public interface FlinkInspector extends AutoCloseable {

  /** Looks now; a Flink that does not answer is an inspection, not an exception. */
  FlinkInspection inspect();

  @Override
  void close();
}
