package io.amoeba.hints.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.agentchecks.LinkageChecks;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CassandraLinkageIT extends LinkageChecks {

  CassandraLinkageIT() {
    super(
        TargetSymbols.RELEASES,
        "io/amoeba/hints/",
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

  @ParameterizedTest
  @ValueSource(strings = {"4.1.6", "5.0.0"})
  void aReleaseWithoutTheCheckOfTokenRangesIsRefused(String release) throws IOException {
    assertThat(missing(release, release))
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
