package io.amoeba.linearroad.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidateCommandTest {
  @TempDir private Path folder = Path.of("");
  private GeneratedFiles files = new GeneratedFiles("", "", "");
  private String answers = "";

  @BeforeEach
  void generateAndAnswer() {
    files = GeneratedFiles.in(folder, "90s", "7");
    answers = folder.resolve("answers").toString();
    CommandRun written = files.validate("--write", answers);
    assertThat(written.exitCode()).as(written.err()).isZero();
  }

  private CommandRun validate() {
    return files.validate("--answers", answers);
  }

  @Test
  void writtenAnswersAreRight() {
    CommandRun run = validate();

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains(" 0 mismatches");
    assertThat(folder.resolve("answers")).isDirectoryContaining("glob:**type4.csv");
  }

  @Test
  void answerGivenTwiceIsWrong() throws IOException {
    Path file = folder.resolve("answers/type0.csv");
    List<String> lines = Files.readAllLines(file);
    lines.add(lines.get(0));
    Files.write(file, lines);

    CommandRun run = validate();

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains(" 1 mismatches", "unexpected " + lines.get(0));
  }

  @Test
  void missingAnswerFileIsNamed() throws IOException {
    Files.delete(folder.resolve("answers/type3.csv"));

    CommandRun run = validate();

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("type3.csv");
  }

  @Test
  void everythingMissingIsToldAtOnce() {
    CommandRun run = CommandRun.of("validate");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--input is missing", "Neither --answers nor --write");
  }

  @Test
  void generateTellsAllBadOptionsAtOnce() {
    CommandRun run =
        CommandRun.of("generate", "--mode", "fast", "--expressways", "0", "--duration", "x");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("--mode is 'fast'", "--expressways is '0'", "--duration is 'x'", "--output");
  }
}
