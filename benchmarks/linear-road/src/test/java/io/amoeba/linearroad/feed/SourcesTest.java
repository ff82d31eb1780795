package io.amoeba.linearroad.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.linearroad.generator.GeneratorConfig;
import io.amoeba.linearroad.generator.TrafficGenerator;
import io.amoeba.linearroad.generator.TrafficMode;
import io.amoeba.linearroad.input.InputDialect;
import io.amoeba.linearroad.input.InputFile;
import io.amoeba.linearroad.input.InputFileWriter;
import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.input.RecordIterator;
import io.amoeba.linearroad.input.RecordSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourcesTest {
  private static final GeneratorConfig TRAFFIC = GeneratorConfig.of(TrafficMode.STEADY, 1, 20, 11);

  @TempDir private Path folder = Path.of("");

  @Test
  void fileAndGeneratorGiveTheSameSeconds() throws IOException {
    Path file = folder.resolve("cars.csv");
    try (InputFileWriter writer = InputFileWriter.create(file)) {
      TrafficGenerator.of(TRAFFIC).forEach(writer);
    }

    try (RecordSource fromFile = InputFile.read(file, InputDialect.STRICT)) {
      RecordSource generated = TrafficGenerator.of(TRAFFIC);
      while (generated.hasNextSecond()) {
        List<InputRecord> expected = new ArrayList<>();
        List<InputRecord> read = new ArrayList<>();
        int second = generated.nextSecond(expected::add);

        assertThat(fromFile.nextSecond(read::add)).isEqualTo(second);
        assertThat(read).isEqualTo(expected);
      }
      assertThat(fromFile.hasNextSecond()).isFalse();
    }
  }

  @Test
  void emptyFileHasNoSecond() throws IOException {
    try (RecordSource source =
        InputFile.read(Files.createFile(folder.resolve("empty.csv")), InputDialect.STRICT)) {
      assertThat(source.hasNextSecond()).isFalse();
    }
  }

  @Test
  void recordsEndWithTheLastSecondThatWasFed() {
    RecordIterator records = new RecordIterator(TrafficGenerator.of(TRAFFIC), 4);
    List<InputRecord> read = new ArrayList<>();
    records.forEachRemaining(read::add);

    assertThat(read).isNotEmpty().allMatch(r -> r.time() <= 4).anyMatch(r -> r.time() == 4);
  }

  @Test
  void nothingFedMeansNoRecords() {
    assertThat(new RecordIterator(TrafficGenerator.of(TRAFFIC), FeedProgress.NONE).hasNext())
        .isFalse();
  }

  @Test
  void progressCountsUpToASecond() {
    FeedProgress progress = new FeedProgress();
    assertThat(progress.lastSecond()).isEqualTo(FeedProgress.NONE);
    progress.fed(3, 10, 8, List.of());
    progress.fed(7, 5, 4, List.of());

    assertThat(progress.recordsUpTo(2)).isZero();
    assertThat(progress.recordsUpTo(5)).isEqualTo(10);
    assertThat(progress.positionReportsUpTo(7)).isEqualTo(12);
    assertThat(progress.records()).isEqualTo(15);
    assertThat(progress.lastSecond()).isEqualTo(7);
  }

  @Test
  void secondIsConsumedWhenAllItsPartitionsAre() {
    FeedProgress progress = new FeedProgress();
    progress.fed(0, 2, 2, List.of(2L, 1L));
    progress.fed(1, 2, 2, List.of(3L, 3L));
    progress.ended(List.of(4L, 4L));

    assertThat(progress.consumedSecond(new long[] {1, 5})).isEqualTo(FeedProgress.NONE);
    assertThat(progress.consumedSecond(new long[] {3, 2})).isZero();
    assertThat(progress.consumedSecond(new long[] {4, 3})).isEqualTo(1);
    assertThat(progress.consumedSecond(new long[] {0, 0})).isEqualTo(1);
    assertThat(progress.isConsumed(new long[] {4, 3})).isFalse();
    assertThat(progress.isConsumed(new long[] {4, 4})).isTrue();
  }
}
