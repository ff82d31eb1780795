package io.amoeba.hints.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.amoeba.agentchecks.ReleaseWithOtherField;
import io.amoeba.agentkit.symbols.AgentJar;
import io.amoeba.agentkit.symbols.TargetCheck;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The shaded agent against real releases of Cassandra, supported and not. */
class CassandraLinkageIT {

  private static final AgentJar AGENT =
      new AgentJar(new File(System.getProperty("amoeba.jar")), "io/amoeba/hints/");
  private static final Path RELEASES = Path.of(System.getProperty("amoeba.linkage"));

  @ParameterizedTest
  @ValueSource(
      strings = {"5.0.1", "5.0.2", "5.0.3", "5.0.4", "5.0.5", "5.0.6", "5.0.7", "5.0.8", "5.0.9"})
  void supportedReleasesHaveEverything(String version) throws IOException {
    assertThat(missing(version, version)).isEmpty();
  }

  @Test
  void aReleaseWithoutTheCheckOfTokenRangesIsRefused() throws IOException {
    assertThat(missing("5.0.0", "5.0.0"))
        .anyMatch(symbol -> symbol.contains("isTokenInLocalPendingRange"));
  }

  @Test
  void anotherReleaseLineIsRefusedByItsVersion() throws IOException {
    assertThat(missing("4.1.10", "4.1.10")).containsExactly("a release 5.0.x; this is 4.1.10");
  }

  @Test
  void anotherReleaseLineIsRefusedByItsSymbols() throws IOException {
    assertThat(missing("4.1.10", "5.0.10")).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "service/reads/AbstractReadExecutor, command",
    "service/reads/AbstractReadExecutor, replicaPlan",
    "service/reads/range/RangeCommandIterator, command"
  })
  void aReleaseWhoseFieldThatAPatchReadsHasAnotherNameOrTypeIsRefused(
      String type, String field, @TempDir Path folder) throws IOException {
    String patched = "org/apache/cassandra/" + type;
    for (boolean renamed : new boolean[] {true, false}) {
      File release = ReleaseWithOtherField.make(release("5.0.9"), folder, patched, field, renamed);

      assertThat(TargetCheck.missing(TargetSymbols.CASSANDRA_5_0, "5.0.10", release, AGENT))
          .singleElement(STRING)
          .startsWith(patched.replace('/', '.') + "#" + field + " L");
    }
  }

  private static List<String> missing(String release, String version) throws IOException {
    return TargetCheck.missing(TargetSymbols.CASSANDRA_5_0, version, release(release), AGENT);
  }

  private static File release(String version) {
    return RELEASES.resolve("cassandra-all-" + version + ".jar").toFile();
  }
}
