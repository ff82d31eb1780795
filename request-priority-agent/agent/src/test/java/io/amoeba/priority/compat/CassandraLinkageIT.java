package io.amoeba.priority.compat;

import io.amoeba.agentchecks.LinkageChecks;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CassandraLinkageIT extends LinkageChecks {

  CassandraLinkageIT() {
    super(
        TargetSymbols.CASSANDRA_5_0,
        "io/amoeba/priority/",
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
