package io.amoeba.releasedformats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReleasedFormatTest {

  @TempDir Path resources = Path.of("");

  private static ReleasedFormat<Integer> numbers() {
    return new ReleasedFormat<>("number", Integer::toHexString, text -> Integer.parseInt(text, 16))
        .sample("small", 1)
        .sample("large", 255);
  }

  private Release release(String version, String lines) throws IOException {
    Release release = Release.in(resources, version);
    Files.createDirectories(release.folder());
    Files.writeString(release.folder().resolve("number.txt"), lines);
    return release;
  }

  @Test
  void whatIsKeptIsReadAndWrittenTheSame() throws Exception {
    Release release = Release.in(resources, "0.1.0");
    numbers().keep(release);

    assertThat(release.folder().resolve("number.txt")).hasContent("small=1\nlarge=ff\n");
    numbers().check(List.of(release));
  }

  @Test
  void whatAReleaseHasWrittenStays() throws Exception {
    Release release = release("0.1.0", "small=01\n");

    numbers().keep(release);

    assertThat(release.folder().resolve("number.txt")).hasContent("small=01\n");
  }

  @Test
  void releasesAreInTheOrderOfTheirNumbers() throws Exception {
    release("0.10.0", "");
    release("0.9.1", "");

    assertThat(Release.all(resources))
        .extracting(release -> release.version().toString())
        .containsExactly("0.9.1", "0.10.0");
  }

  @Test
  void whatIsReadOtherwiseFails() throws Exception {
    Release release = release("0.1.0", "small=2\nlarge=ff\n");

    assertThatThrownBy(() -> numbers().check(List.of(release)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("number small as release 0.1.0 has written it");
  }

  @Test
  void whatIsWrittenOtherwiseThanByTheNewestFails() throws Exception {
    Release first = release("0.1.0", "small=0001\nlarge=ff\n");
    Release newest = release("0.2.0", "small=1\nlarge=FF\n");

    assertThatThrownBy(() -> numbers().check(List.of(first, newest)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("number large, which release 0.2.0 has to read");
    numbers().comparing(text -> text.toLowerCase(Locale.ROOT)).check(List.of(first, newest));
  }

  @Test
  void aSampleThatWasRemovedFails() throws Exception {
    Release release = release("0.1.0", "small=1\nlarge=ff\nmiddle=7\n");

    assertThatThrownBy(() -> numbers().check(List.of(release)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("middle");
  }

  @Test
  void aSampleThatTheNewestDoesNotKnowFailsUnlessThatIsSaid() throws Exception {
    Release silent = release("0.1.0", "small=1\n");
    assertThatThrownBy(() -> numbers().check(List.of(silent)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("after a rollback it meets the others")
        .hasMessageContaining("large");

    numbers().check(List.of(release("0.1.0", "small=1\nlarge=(unknown)\n")));
  }

  @Test
  void aFormatOfWhichNothingIsKeptFails() {
    assertThatThrownBy(() -> numbers().check(List.of()))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("number");
  }
}
