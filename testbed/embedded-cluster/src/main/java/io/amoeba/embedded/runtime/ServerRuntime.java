package io.amoeba.embedded.runtime;

/** A server whose class path {@link Runtimes} can find. Immutable. */
public enum ServerRuntime {
  FLINK_2_3("flink-2.3"),
  FLINK_1_20("flink-1.20"),
  KAFKA("kafka"),
  CASSANDRA_5_0("cassandra-5.0");

  private final String folder;

  ServerRuntime(String folder) {
    this.folder = folder;
  }

  String folder() {
    return folder;
  }
}
