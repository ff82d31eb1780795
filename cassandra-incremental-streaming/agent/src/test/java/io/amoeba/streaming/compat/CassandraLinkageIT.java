package io.amoeba.streaming.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.agentchecks.LinkageChecks;
import io.amoeba.agentkit.symbols.Target;
import io.amoeba.agentkit.symbols.TargetCheck;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CassandraLinkageIT extends LinkageChecks {

  CassandraLinkageIT() {
    super(
        List.of(TargetSymbols.CASSANDRA_5_0),
        "io/amoeba/streaming/",
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

  @Test
  void aReleaseWithoutTheCheckOfTokenRangesIsRefused() throws IOException {
    assertThat(missing("5.0.0", "5.0.0"))
        .anyMatch(symbol -> symbol.contains("isTokenInLocalPendingRange"));
  }

  @Test
  void aReleaseThatHidesTheRangeOfAReadIsRefused() throws IOException {
    assertThat(missing("5.0.1", "5.0.1"))
        .singleElement()
        .asString()
        .contains("ReadCommand#dataRange");
  }

  @Test
  void eachMethodThatIsPatchedIsMissedByItsName(@TempDir Path folder) throws IOException {
    List<Target> targets = TargetSymbols.CASSANDRA_5_0.targets();

    assertThat(missingWithoutTargets(folder))
        .containsAll(
            targets.stream()
                .map(target -> target.type() + "#" + target.method() + target.descriptor())
                .toList());
  }

  @Test
  @Override
  public void anotherReleaseLineIsRefusedByItsSymbols() throws IOException {
    assertThat(missing("4.1.10", "5.0.10")).anyMatch(symbol -> symbol.contains("RepairService"));
  }

  @Test
  void theVersionIsReadFromTheRelease() throws IOException {
    try (JarFile jar = new JarFile(release("5.0.6"));
        InputStream in =
            jar.getInputStream(jar.getEntry("org/apache/cassandra/config/version.properties"))) {
      assertThat(TargetCheck.version(in)).isEqualTo("5.0.6");
    }
  }
}
