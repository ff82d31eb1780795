package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.streaming.checks.workload.WorkloadSettings;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Shows that the harness works, by what needs no agent. */
@Tag("crash-matrix")
class StockJoinClusterIT {
  private static final CassandraSettings SETTINGS =
      CassandraSettings.defaults().withOptions(CheckedCluster.options());

  /** Emptied after each test, but for the logs of a failed one. */
  private static final Path FOLDER = Path.of("target", "clusters");

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void stockBootstrapUnderLoadLosesNoAcknowledgedWrite() throws Exception {
    try (CheckedCluster checked =
        CheckedCluster.start(SETTINGS, 3, WorkloadSettings.defaults(), FOLDER)) {
      checked.join(4, CheckedCluster.options());

      Findings findings = checked.finish();

      System.out.println("Stock join: " + findings.describe());
      assertThat(findings.verdict().lostWrites()).as(findings.describe()).isZero();
      assertThat(findings.verdict().acknowledged()).isGreaterThan(2_000);
    }
  }
}
