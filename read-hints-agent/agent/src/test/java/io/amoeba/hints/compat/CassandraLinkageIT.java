package io.amoeba.hints.compat;

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
        TargetSymbols.CASSANDRA_5_0,
        "io/amoeba/hints/",
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
  void aReleaseWithoutTheCheckOfTokenRangesIsRefused() throws IOException {
    assertThat(missing("5.0.0", "5.0.0"))
        .anyMatch(symbol -> symbol.contains("isTokenInLocalPendingRange"));
  }

  @ParameterizedTest
  @CsvSource({
    "service/reads/AbstractReadExecutor, command",
    "service/reads/AbstractReadExecutor, replicaPlan",
    "service/reads/range/RangeCommandIterator, command"
  })
  void aReleaseWhoseFieldThatAPatchReadsHasAnotherNameOrTypeIsRefused(
      String type, String field, @TempDir Path folder) throws IOException {
    refusesOtherField(type, field, folder);
  }
}
