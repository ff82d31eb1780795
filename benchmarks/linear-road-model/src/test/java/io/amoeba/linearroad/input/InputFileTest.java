package io.amoeba.linearroad.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputFileTest {
  @TempDir private Path directory;

  @Test
  void aValidFileHasNoProblem() throws IOException {
    FileReport report =
        InputFile.validate(
            file(report(0, 1), report(0, 2), query(0, 1), query(0, 1), report(1, 1), report(9, 1)));

    assertThat(report.isValid()).isTrue();
    assertThat(report.lines()).isEqualTo(6);
  }

  @Test
  void anEmptyFileIsValid() throws IOException {
    assertThat(InputFile.validate(file()).isValid()).isTrue();
  }

  @Test
  void allProblemsAreReportedWithTheirLines() throws IOException {
    FileReport report =
        InputFile.validate(
            file(report(5, 1), "junk", report(5, 1), report(4, 2), query(4, 2), report(6, 1)));

    assertThat(report.problemCount()).isEqualTo(4);
    assertThat(report.firstProblems())
        .extracting(InputProblem::message)
        .containsExactly(
            "line 2: the line is 'junk': write 15 comma-separated integers; it has 1 fields",
            "line 3: VID is '1': remove the line; the vehicle already has a position report in"
                + " second 5",
            "line 4: Time is '4': order the lines by time; a line before has the time 5",
            "line 5: Time is '4': order the lines by time; a line before has the time 5");
  }

  @Test
  void theFirst20ProblemsAreShownAndTheRestCounted() throws IOException {
    String[] lines = new String[1_000];
    java.util.Arrays.fill(lines, "junk");

    FileReport report = InputFile.validate(file(lines));

    assertThat(report.problemCount()).isEqualTo(1_000);
    assertThat(report.firstProblems()).hasSize(20);
    assertThat(report.message()).startsWith("1000 lines, 1000 problems").endsWith("and 980 more");
  }

  @Test
  void aTruncatedLastLineIsAProblem() throws IOException {
    Path file = file(report(0, 1));
    Files.writeString(file, report(0, 1) + "\n" + report(1, 1).substring(0, 12));

    FileReport report = InputFile.validate(file);

    assertThat(report.lines()).isEqualTo(2);
    assertThat(report.problemCount()).isEqualTo(1);
  }

  @Test
  void aLastLineWithoutLineFeedIsRead() throws IOException {
    Path file = directory.resolve("input.csv");
    Files.writeString(file, report(0, 1) + "\r\n" + report(1, 1));

    assertThat(InputFile.validate(file).isValid()).isTrue();
    assertThat(InputFile.validate(file).lines()).isEqualTo(2);
  }

  @Test
  void anEndlessLineIsOneProblem() throws IOException {
    FileReport report = InputFile.validate(file(report(0, 1), "1".repeat(900_000), report(1, 1)));

    assertThat(report.lines()).isEqualTo(3);
    assertThat(report.problemCount()).isEqualTo(1);
    assertThat(report.firstProblems().get(0).lineNumber()).isEqualTo(2);
    assertThat(report.firstProblems().get(0).value()).hasSizeLessThan(200);
  }

  @Test
  void writtenRecordsAreReadBack() throws IOException {
    List<InputRecord> written = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      written.add(InputRecord.positionReport(i, i * 31, i % 101, i % 7, i % 5, i % 2, i % 100, i));
    }
    Path file = directory.resolve("input.csv");
    try (InputFileWriter writer = InputFileWriter.create(file)) {
      written.forEach(writer::accept);
      assertThat(writer.records()).isEqualTo(50_000);
    }

    List<InputRecord> read = new ArrayList<>();
    try (InputFileReader reader = InputFile.read(file)) {
      reader.forEachRemaining(read::add);
    }

    assertThat(read).isEqualTo(written);
    assertThat(Files.readAllLines(file)).hasSize(50_000);
  }

  @Test
  void readingStopsAtABadLine() throws IOException {
    Path file = file(report(0, 1), "junk");

    try (InputFileReader reader = InputFile.read(file)) {
      assertThat(reader.next().vid()).isEqualTo(1);
      assertThatThrownBy(reader::next)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("input.csv, line 2: the line is 'junk'");
    }
  }

  private static String report(int time, int vid) {
    return "0," + time + "," + vid + ",55,0,1,0,10,53000,-1,-1,-1,-1,-1,-1";
  }

  private static String query(int time, int vid) {
    return "2," + time + "," + vid + ",-1,-1,-1,-1,-1,-1,9,-1,-1,-1,-1,-1";
  }

  private Path file(String... lines) throws IOException {
    return Files.write(directory.resolve("input.csv"), List.of(lines));
  }
}
