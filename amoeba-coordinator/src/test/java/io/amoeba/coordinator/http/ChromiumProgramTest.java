package io.amoeba.coordinator.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

class ChromiumProgramTest {

  @TempDir Path folder = Path.of("");

  @Test
  void thePathIsSearched() throws IOException {
    Path program = program("chromium");

    assertThat(ChromiumProgram.find(Map.of("PATH", "/nowhere:" + folder), Optional.empty()))
        .isEqualTo(program);
  }

  @Test
  void aGivenProgramComesFirstAndThePropertyBeforeTheVariable() throws IOException {
    program("chromium");
    Path variable = program("one");
    Path property = program("two");
    Map<String, String> environment =
        Map.of("PATH", folder.toString(), ChromiumProgram.VARIABLE, variable.toString());

    assertThat(ChromiumProgram.find(environment, Optional.empty())).isEqualTo(variable);
    assertThat(ChromiumProgram.find(environment, Optional.of(property.toString())))
        .isEqualTo(property);
  }

  @Test
  void aGivenProgramThatIsNoneIsAnErrorEverywhere() {
    String none = folder.resolve("none").toString();

    assertThatThrownBy(
            () -> ChromiumProgram.find(Map.of(ChromiumProgram.VARIABLE, none), Optional.empty()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(none)
        .hasMessageContaining(ChromiumProgram.VARIABLE);
  }

  @Test
  void withoutAnyTestsAreSkippedButInCiTheyFail() {
    assertThatThrownBy(
            () -> ChromiumProgram.find(Map.of("PATH", folder.toString()), Optional.empty()))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("are skipped")
        .hasMessageContaining("apt-get install chromium");
    assertThatThrownBy(() -> ChromiumProgram.find(Map.of("CI", "true"), Optional.empty()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("must run in CI")
        .hasMessageContaining("apt-get install chromium");
  }

  private Path program(String name) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }
}
