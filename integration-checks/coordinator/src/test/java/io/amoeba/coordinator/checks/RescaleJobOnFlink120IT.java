package io.amoeba.coordinator.checks;

import io.amoeba.embedded.flink.FlinkVersion;
import org.junit.jupiter.api.BeforeAll;

/** The same on Flink's line with long-term support. */
class RescaleJobOnFlink120IT extends RescaleJobIT {

  @BeforeAll
  static void startClusters() {
    startClusters(FlinkVersion.V1_20);
  }
}
