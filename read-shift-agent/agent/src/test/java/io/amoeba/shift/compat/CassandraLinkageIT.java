package io.amoeba.shift.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.agentchecks.LinkageChecks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CassandraLinkageIT extends LinkageChecks {

  CassandraLinkageIT() {
    super(
        List.of(TargetSymbols.CASSANDRA_5_0),
        "io/amoeba/shift/",
        "5.0.0",
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
  void cassandra41IsRefusedByItsVersion() throws IOException {
    assertThat(missing("4.1.10", "4.1.10")).containsExactly("a release 5.0.x; this is 4.1.10");
  }

  /** One that is patched, and those that move reads and tell other nodes. */
  @ParameterizedTest
  @CsvSource({
    "service/CassandraDaemon, setup",
    "db/compaction/AbstractCompactionTask, execute",
    "db/compaction/CompactionManager, submitBackground",
    "locator/DynamicEndpointSnitch, addSeverity",
    "gms/Gossiper, addLocalApplicationState"
  })
  void aReleaseWithoutAMethodThatTheAgentNeedsIsRefused(
      String type, String method, @TempDir Path folder) throws IOException {
    assertThat(missingWithout(type, method, folder))
        .isNotEmpty()
        .allMatch(symbol -> symbol.contains(type.replace('/', '.') + "#" + method + "("));
  }

  @ParameterizedTest
  @CsvSource({"transaction", "cfs", "compactionType"})
  void aReleaseWhoseFieldThatThePatchesReadHasAnotherNameOrTypeIsRefused(
      String field, @TempDir Path folder) throws IOException {
    refusesOtherField("db/compaction/AbstractCompactionTask", field, folder);
  }
}
