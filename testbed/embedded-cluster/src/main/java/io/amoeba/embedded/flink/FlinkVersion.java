package io.amoeba.embedded.flink;

import io.amoeba.embedded.runtime.ServerRuntime;

/** A Flink line whose servers can be started. Immutable. */
public enum FlinkVersion {
  V2_3(ServerRuntime.FLINK_2_3),
  V1_20(ServerRuntime.FLINK_1_20);

  private final ServerRuntime runtime;

  FlinkVersion(ServerRuntime runtime) {
    this.runtime = runtime;
  }

  public ServerRuntime runtime() {
    return runtime;
  }
}
