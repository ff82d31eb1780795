package io.amoeba.freshreads.linkage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether releases of lettuce have what the library calls, overrides and reads by reflection. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the field
class LettuceLinkageIT {
  private static final Path RELEASES = Path.of(System.getProperty("amoeba.linkage"));
  private static final String COMPILED_WITH = System.getProperty("amoeba.lettuce");

  /** By its name, which no compiler checks. */
  private static final LettuceSymbol FIRST_URI =
      new LettuceSymbol(
          "io/lettuce/core/cluster/RedisClusterClient", "getFirstUri()Lio/lettuce/core/RedisURI;");

  private static LettuceReferences references;

  @BeforeAll
  static void readTheLibrary() throws IOException {
    references = LettuceReferences.in(Path.of(System.getProperty("amoeba.classes")));
  }

  private static LettuceRelease release(String version) throws IOException {
    return new LettuceRelease(RELEASES.resolve("lettuce-core-" + version + ".jar").toFile());
  }

  private static List<LettuceSymbol> missing(String version) throws IOException {
    try (LettuceRelease release = release(version);
        LettuceRelease compiledWith = release(COMPILED_WITH)) {
      List<LettuceSymbol> wanted = new ArrayList<>(references.named());
      references.declared().stream().filter(compiledWith::has).forEach(wanted::add);
      wanted.add(FIRST_URI);
      return wanted.stream().filter(symbol -> !release.has(symbol)).toList();
    }
  }

  /** The first and the last release of each line. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "7.0.0.RELEASE",
        "7.0.3.RELEASE",
        "7.1.0.RELEASE",
        "7.1.3.RELEASE",
        "7.2.0.RELEASE",
        "7.2.3.RELEASE",
        "7.3.0.RELEASE",
        "7.3.2.RELEASE",
        "7.4.0.RELEASE",
        "7.4.2.RELEASE",
        "7.5.0.RELEASE",
        "7.5.2.RELEASE",
        "7.6.0.RELEASE"
      })
  void supportedReleasesHaveEverything(String version) throws IOException {
    assertThat(missing(version)).isEmpty();
  }

  @Test
  void theReleaseOfTheBuildHasEverything() throws IOException {
    assertThat(missing(COMPILED_WITH)).isEmpty();
  }

  @Test
  void anOlderLineLacksWhatKeepsAConnectionAtOneServer() throws IOException {
    assertThat(missing("6.8.2.RELEASE"))
        .extracting(LettuceSymbol::owner)
        .contains("io/lettuce/core/MaintNotificationsConfig");
  }

  @Test
  void whatTheLibraryOverridesIsAmongTheSymbols() throws IOException {
    try (LettuceRelease compiledWith = release(COMPILED_WITH)) {
      assertThat(references.declared())
          .filteredOn(compiledWith::has)
          .contains(
              new LettuceSymbol(
                  "io/lettuce/core/AbstractRedisAsyncCommands",
                  "dispatch(Lio/lettuce/core/protocol/RedisCommand;)"
                      + "Lio/lettuce/core/protocol/AsyncCommand;"));
    }
  }
}
