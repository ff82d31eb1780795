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
  void dialectOfTheDissertationIsAnsweredAndCounted() throws IOException {
    Path cars = folder.resolve("seed.dat");
    Files.writeString(
        cars,
        """
        0,0,1,60,1,2,0,1,10,-1,-1,-1,-1,-1,-1
        0,0,2,150,1,2,0,1,10,-1,-1,-1,-1,-1,-1
        0,0,3,90,1,2,1,100,1000,-1,-1,-1,-1,-1,-1
        """);
    String right = folder.resolve("right").toString();

    CommandRun strict = CommandRun.of("validate", "--input", cars.toString(), "--write", right);
    CommandRun read =
        CommandRun.of(
            "validate",
            "--input",
            cars.toString(),
            "--input-dialect",
            "dissertation",
            "--write",
            right);
    CommandRun unknown =
        CommandRun.of(
            "validate", "--input", cars.toString(), "--input-dialect", "x", "--write", right);

    assertThat(strict.exitCode()).isEqualTo(2);
    assertThat(strict.err()).contains("Spd is '150'", "Seg is '100'");
    assertThat(read.exitCode()).as(read.err()).isZero();
    assertThat(read.out()).contains("1 speeds above 100 mph as 100 mph", "3 answers");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("--input-dialect is 'x': use strict or dissertation");
  }

  @Test
  void folderInPlaceOfAFileIsNamed() {
    CommandRun run = CommandRun.of("validate", "--input", folder.toString(), "--answers", answers);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--input is '" + folder + "': that is a folder");
  }

  @Test
  void comparingNothingIsNoSuccess() throws IOException {
    Path cars = folder.resolve("exits.dat");
    Files.writeString(cars, "0,0,1,60,1,4,0,1,5290,-1,-1,-1,-1,-1,-1\n");
    String right = folder.resolve("none").toString();
    assertThat(CommandRun.of("validate", "--input", cars.toString(), "--write", right).exitCode())
        .isZero();

    CommandRun run = CommandRun.of("validate", "--input", cars.toString(), "--answers", right);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("Nothing was compared");
  }

  @Test
  void allMissingOptionsAreReportedAtOnce() {
    CommandRun run = CommandRun.of("validate");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--input is missing", "Neither --answers nor --write");
  }

  @Test
  void generateReportsAllInvalidOptionsAtOnce() {
    CommandRun run =
        CommandRun.of("generate", "--mode", "fast", "--expressways", "0", "--duration", "x");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("--mode is 'fast'", "--expressways is '0'", "--duration is 'x'", "--output");
  }
}
