package io.amoeba.priority.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.agentchecks.LinkageChecks;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CassandraLinkageIT extends LinkageChecks {

  CassandraLinkageIT() {
    super(
        TargetSymbols.RELEASES,
        "io/amoeba/priority/",
        "4.1.6",
        "4.1.7",
        "4.1.8",
        "4.1.9",
        "4.1.10",
        "5.0.1",
        "5.0.2",
        "5.0.3",
        "5.0.4",
        "5.0.5",
        "5.0.6",
        "5.0.7",
        "5.0.8",
        "5.0.9");
  }

  @Test
  void aReleaseWithoutTheTimeOfRequestsIsRefused() throws IOException {
    assertThat(missing("4.1.5", "4.1.5")).anyMatch(symbol -> symbol.contains("RequestTime"));
  }

  @ParameterizedTest
  @CsvSource({
    "concurrent/SEPExecutor, tasks",
    "concurrent/SEPWorker, pool",
    "transport/Dispatcher$RequestProcessor, request"
  })
  void aReleaseWhoseFieldThatThePatchesReadHasAnotherNameOrTypeIsRefused(
      String type, String field, @TempDir Path folder) throws IOException {
    refusesOtherField(type, field, folder);
  }
}
