package io.amoeba.linearroad.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputFileTest {
  @TempDir private Path directory;

  @Test
  void aValidFileHasNoProblem() throws IOException {
    FileReport report =
        validate(
            file(report(0, 1), report(0, 2), query(0, 1), query(0, 1), report(1, 1), report(9, 1)));

    assertThat(report.isValid()).isTrue();
    assertThat(report.lines()).isEqualTo(6);
  }

  @Test
  void aFileWithoutAPositionReportIsRefused() throws IOException {
    assertThat(validate(file(query(0, 1))).message())
        .contains("the file is 'without a position report'");
  }

  @ParameterizedTest
  @CsvSource({
    "'', empty",
    "1f8b08, gzip-compressed",
    "504b030414, a zip archive",
    "425a6839, bzip2-compressed",
    "fd377a585a0000, xz-compressed",
    "28b52ffd04, zstd-compressed",
    "efbbbf302c30, text with a byte order mark",
    "fffe30002c00, UTF-16 text",
    "30002c003000, binary data",
    "547970652c54696d650a302c30, text with a header line"
  })
  void aFileOfAnotherKindIsNamedOnce(String hex, String kind) throws IOException {
    Path file = directory.resolve("input.csv");
    Files.write(file, HexFormat.of().parseHex(hex));

    FileReport report = validate(file);

    assertThat(report.problemCount()).isEqualTo(1);
    assertThat(report.message()).contains("the file is '" + kind + "': ");
  }

  @ParameterizedTest
  @CsvSource({"'\t', tabs", "' ', blanks", "';', semicolons"})
  void anotherSeparatorIsNamed(String separator, String name) throws IOException {
    String line = report(0, 1).replace(",", separator);

    assertThat(validate(file(report(0, 2), line)).message()).endsWith("separated by " + name);
  }

  @Test
  void theDissertationsDialectIsReadIntoTheSpecificationsRanges() throws IOException {
    Path file = file(positions(150, 1, 10), positions(90, 100, 1000), positions(100, 100, 1020));

    InputFile.Check check = InputFile.validate(file, InputDialect.DISSERTATION);

    assertThat(check.report().isValid()).as(check.report().message()).isTrue();
    assertThat(check.positionReports()).isEqualTo(3);
    assertThat(check.clampedSpeeds()).isEqualTo(1);
    try (InputFileReader reader = InputFile.read(file, InputDialect.DISSERTATION)) {
      assertThat(reader.next()).isEqualTo(InputRecord.positionReport(0, 150, 100, 1, 2, 0, 0, 0));
      assertThat(reader.next())
          .isEqualTo(InputRecord.positionReport(0, 90, 90, 1, 2, 0, 99, 99 * 5_280));
      assertThat(reader.next())
          .isEqualTo(InputRecord.positionReport(0, 100, 100, 1, 2, 0, 99, 99 * 5_280 + 20));
    }
    assertThat(InputFile.validate(file, InputDialect.STRICT).report().problemCount()).isEqualTo(3);
  }

  @Test
  void aPositionThatNeverLeavesItsSegmentStaysInside() throws IOException {
    Path file = file(positions(60, 7, 9_000));

    try (InputFileReader reader = InputFile.read(file, InputDialect.DISSERTATION)) {
      assertThat(reader.next().position()).isEqualTo(7 * 5_280 - 1);
    }
  }

  @Test
  void valuesWithoutAReadingInTheDialectAreProblems() throws IOException {
    InputFile.Check check =
        InputFile.validate(
            file(positions(60, 0, 0), positions(60, 101, 1_010), positions(60, 5, 49)),
            InputDialect.DISSERTATION);

    assertThat(check.report().firstProblems())
        .extracting(InputProblem::message)
        .containsExactly(
            "line 1: Seg is '0': use an integer from 1 to 100, as this dialect has them",
            "line 2: Seg is '101': use an integer from 1 to 100, as this dialect has them",
            "line 3: Pos is '49': use an integer from 50 on: in this dialect a segment's positions"
                + " begin at ten times its number");
  }

  @Test
  void allProblemsAreReportedWithTheirLines() throws IOException {
    FileReport report =
        validate(file(report(5, 1), "junk", report(5, 1), report(4, 2), query(4, 2), report(6, 1)));

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

    FileReport report = validate(file(lines));

    assertThat(report.problemCount()).isEqualTo(1_000);
    assertThat(report.firstProblems()).hasSize(20);
    assertThat(report.message()).startsWith("1000 lines, 1000 problems").endsWith("and 980 more");
  }

  @Test
  void aTruncatedLastLineIsAProblem() throws IOException {
    Path file = file(report(0, 1));
    Files.writeString(file, report(0, 1) + "\n" + report(1, 1).substring(0, 12));

    FileReport report = InputFile.validate(file, InputDialect.STRICT).report();

    assertThat(report.lines()).isEqualTo(2);
    assertThat(report.problemCount()).isEqualTo(1);
  }

  @Test
  void aLastLineWithoutLineFeedIsRead() throws IOException {
    Path file = directory.resolve("input.csv");
    Files.writeString(file, report(0, 1) + "\r\n" + report(1, 1));

    assertThat(InputFile.validate(file, InputDialect.STRICT).report().isValid()).isTrue();
    assertThat(InputFile.validate(file, InputDialect.STRICT).report().lines()).isEqualTo(2);
  }

  @Test
  void anEndlessLineIsOneProblem() throws IOException {
    FileReport report = validate(file(report(0, 1), "1".repeat(900_000), report(1, 1)));

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
    try (InputFileReader reader = InputFile.read(file, InputDialect.STRICT)) {
      reader.forEachRemaining(read::add);
    }

    assertThat(read).isEqualTo(written);
    assertThat(Files.readAllLines(file)).hasSize(50_000);
  }

  @Test
  void readingStopsAtABadLine() throws IOException {
    Path file = file(report(0, 1), "junk");

    try (InputFileReader reader = InputFile.read(file, InputDialect.STRICT)) {
      assertThat(reader.next().vid()).isEqualTo(1);
      assertThatThrownBy(reader::next)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("input.csv, line 2: the line is 'junk'");
    }
  }

  private static FileReport validate(Path file) throws IOException {
    return InputFile.validate(file, InputDialect.STRICT).report();
  }

  /** A line of the dissertation's generator; the speed is also the vehicle's number. */
  private static String positions(int speed, int segment, int position) {
    return "0,0,%1$d,%1$d,1,2,0,%2$d,%3$d,-1,-1,-1,-1,-1,-1".formatted(speed, segment, position);
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
