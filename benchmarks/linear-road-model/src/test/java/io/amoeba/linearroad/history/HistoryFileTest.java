package io.amoeba.linearroad.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.linearroad.input.InputProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFileTest {
  @TempDir private Path directory;

  @Test
  void tollsAreFoundByVehicleDayAndExpressway() throws IOException {
    TollHistory tolls = HistoryFile.loadTolls(file("7,1,0,98", "7,69,0,5", "8,1,3,6", "0,1,0,0"));

    assertThat(tolls.toll(7, 1, 0)).isEqualTo(98);
    assertThat(tolls.toll(7, 69, 0)).isEqualTo(5);
    assertThat(tolls.toll(8, 1, 3)).isEqualTo(6);
    assertThat(tolls.toll(8, 1, 0)).isZero();
    assertThat(tolls.toll(0, 1, 0)).isZero();
  }

  @Test
  void segmentsAreFoundByTheirExactRow() throws IOException {
    SegmentHistory segments = HistoryFile.loadSegments(file("1,0,0,0,0,61,5", "7,1435,3,1,99,0,7"));

    assertThat(segments.row(1, 0, 0, 0, 0)).isEqualTo(new SegmentRow(1, 0, 0, 0, 0, 61, 5));
    assertThat(segments.row(7, 1435, 3, 1, 99)).isEqualTo(new SegmentRow(7, 1435, 3, 1, 99, 0, 7));
    assertThat(segments.row(7, 1435, 3, 0, 99)).isNull();
    assertThat(segments.row(1, 1440, 0, 0, 0)).isNull();
    assertThat(segments.row(1, 8000, 0, 0, 0)).isNull();
  }

  @Test
  void allProblemsOfATollFileAreReported() throws IOException {
    var report =
        HistoryFile.validateTolls(
            file("7,0,0,1", "7,1,0", "7,1,0,-1", "7,1,0,4", "7,1,0,5", "a,1,0,4"));

    assertThat(report.lines()).isEqualTo(6);
    assertThat(report.firstProblems())
        .extracting(InputProblem::message)
        .containsExactly(
            "line 1: Day is '0': use an integer from 1 to 69",
            "line 2: the row is '7,1,0': write the integers VID,Day,XWay,Toll",
            "line 3: Toll is '-1': use an integer from 0 to 2147483647",
            "line 5: VID,Day,XWay is '7,1,0': remove the row; an earlier row has the same three"
                + " values",
            "line 6: the row is 'a,1,0,4': write the integers VID,Day,XWay,Toll");
  }

  @Test
  void allProblemsOfASegmentFileAreReported() throws IOException {
    var report =
        HistoryFile.validateSegments(
            file("1,3,0,0,0,60,5", "8,0,0,0,0,60,5", "1,0,0,0,0,60,5", "1,0,0,0,0,61,5"));

    assertThat(report.firstProblems())
        .extracting(InputProblem::message)
        .containsExactly(
            "line 1: TOD is '3': use a multiple of 5",
            "line 2: DOW is '8': use an integer from 1 to 7",
            "line 4: DOW,TOD,XWay,Dir,Seg is '1,0,0,0,0': remove the row; an earlier row has the"
                + " same five values");
  }

  @Test
  void aBadFileIsNotLoaded() throws IOException {
    Path file = file("7,0,0,1");

    assertThatThrownBy(() -> HistoryFile.loadTolls(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line 1: Day is '0'");
  }

  private Path file(String... lines) throws IOException {
    return Files.write(directory.resolve("history.csv"), List.of(lines));
  }
}
