package io.amoeba.linearroad.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.history.HistoryFile;
import io.amoeba.linearroad.history.SegmentHistory;
import io.amoeba.linearroad.history.TollHistory;
import io.amoeba.linearroad.input.RecordIterator;
import io.amoeba.linearroad.reference.ReferenceModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryGeneratorTest {
  @TempDir private Path directory;

  @Test
  void tollsAreValidAndHaveTheirRowsPerVehicle() throws IOException {
    Path file = directory.resolve("tolls.csv");

    assertThat(new HistoryGenerator(3, 1).writeTolls(1_000, 69, file)).isEqualTo(69_000);

    assertThat(HistoryFile.validateTolls(file).isValid()).isTrue();
    assertThat(Files.readAllLines(file)).hasSize(69_000);
  }

  @Test
  void segmentsHaveARowForEveryPlaceAndTime() throws IOException {
    Path file = directory.resolve("segments.csv");

    assertThat(new HistoryGenerator(2, 1).writeSegments(file)).isEqualTo(2 * 7 * 288 * 200);

    assertThat(HistoryFile.validateSegments(file).isValid()).isTrue();
    assertThat(HistoryFile.validateSegments(file).lines()).isEqualTo(2 * 7 * 288 * 200);
  }

  @Test
  void theSameSeedGivesTheSameBytes() throws IOException {
    Path first = directory.resolve("first.csv");
    Path again = directory.resolve("again.csv");
    Path other = directory.resolve("other.csv");
    new HistoryGenerator(2, 1).writeTolls(100, 5, first);
    new HistoryGenerator(2, 1).writeTolls(100, 5, again);
    new HistoryGenerator(2, 2).writeTolls(100, 5, other);

    assertThat(Files.mismatch(first, again)).isEqualTo(-1);
    assertThat(Files.mismatch(first, other)).isNotEqualTo(-1);
  }

  @Test
  void everyQueryOfTheTrafficCanBeAnswered() throws IOException {
    Path tollFile = directory.resolve("tolls.csv");
    Path segmentFile = directory.resolve("segments.csv");
    GeneratorConfig config = GeneratorConfig.of(TrafficMode.STEADY, 2, 100, 3);
    TrafficGenerator traffic = TrafficGenerator.of(config);
    traffic.forEach(record -> {});
    HistoryGenerator histories = new HistoryGenerator(2, 4);
    histories.writeTolls(traffic.vehicleLimit(), 69, tollFile);
    histories.writeSegments(segmentFile);
    TollHistory tolls = HistoryFile.loadTolls(tollFile);
    SegmentHistory segments = HistoryFile.loadSegments(segmentFile);

    AnswerSet answers =
        ReferenceModel.answers(
            new RecordIterator(TrafficGenerator.of(config), Integer.MAX_VALUE), tolls, segments);

    assertThat(answers.unansweredTravelTimes()).isZero();
    assertThat(answers.size(4)).isGreaterThan(500);
    assertThat(answers.distinct(3)).anyMatch(a -> !a.toLine().endsWith(",0"));
  }

  @Test
  void badArgumentsAreNamed() {
    assertThatThrownBy(() -> new HistoryGenerator(0, 1))
        .hasMessage("cannot generate history for 0 expressways: use 1 or more");
    assertThatThrownBy(
            () -> new HistoryGenerator(1, 1).writeTolls(1, 70, directory.resolve("none.csv")))
        .hasMessage("cannot generate 70 rows per vehicle: use 0 to 69");
  }
}
