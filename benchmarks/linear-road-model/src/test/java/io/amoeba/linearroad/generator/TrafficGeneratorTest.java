package io.amoeba.linearroad.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.linearroad.input.FileReport;
import io.amoeba.linearroad.input.InputDialect;
import io.amoeba.linearroad.input.InputFile;
import io.amoeba.linearroad.input.InputFileWriter;
import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.input.RecordIterator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for the records of any traffic: determinism, validity, rates and proportions. */
class TrafficGeneratorTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(TrafficMode.class)
  void theSameSeedGivesTheSameBytesAndAnotherSeedOthers(TrafficMode mode) throws IOException {
    Path first = file("first", config(mode, 1));
    Path again = file("again", config(mode, 1));
    Path other = file("other", config(mode, 2));

    assertThat(Files.mismatch(first, again)).isEqualTo(-1);
    assertThat(Files.mismatch(first, other)).isNotEqualTo(-1);
  }

  @ParameterizedTest
  @EnumSource(TrafficMode.class)
  void everyRecordIsValidAndInOrder(TrafficMode mode) throws IOException {
    FileReport report =
        InputFile.validate(file("input", config(mode, 3)), InputDialect.STRICT).report();

    assertThat(report.isValid()).as(report.message()).isTrue();
    assertThat(report.lines()).isGreaterThan(10_000);
  }

  @Test
  void everyWayToGetTheRecordsGivesTheSame() {
    GeneratorConfig config = GeneratorConfig.of(TrafficMode.STEADY, 2, 30, 4);
    List<InputRecord> all = records(config);
    List<InputRecord> iterated = new ArrayList<>();
    new RecordIterator(TrafficGenerator.of(config), Integer.MAX_VALUE)
        .forEachRemaining(iterated::add);
    List<InputRecord> secondBySecond = new ArrayList<>();
    TrafficGenerator generator = TrafficGenerator.of(config);
    for (int second = 0; second < 30; second++) {
      assertThat(generator.nextSecond(secondBySecond::add)).isEqualTo(second);
    }

    assertThat(generator.hasNextSecond()).isFalse();
    assertThat(iterated).isEqualTo(all);
    assertThat(secondBySecond).isEqualTo(all);
  }

  @Test
  void steadyTrafficHasItsFleetInEverySecondFromTheFirstOn() {
    Map<String, Integer> reports = new HashMap<>();
    GeneratorConfig config =
        GeneratorConfig.of(TrafficMode.STEADY, 3, 120, 5)
            .withStartSecond(10_200)
            .withVehiclesPerExpressway(700);

    reports(config).forEach(r -> reports.merge(r.time() + "/" + r.xway(), 1, Integer::sum));

    assertThat(reports).hasSize(3 * 120).containsKey("10200/0").containsKey("10319/2");
    assertThat(reports.values()).containsOnly(700);
  }

  @Test
  void specifiedTrafficGrowsFromNearZeroTo1700ReportsPerSecondAfterThreeHours() {
    GeneratorConfig start = GeneratorConfig.of(TrafficMode.SPECIFICATION, 1, 60, 6);
    long early = reports(start).size();
    long late = reports(start.withStartSecond(10_740)).size();
    long firstSecondOfWarmFleet =
        reports(start.withStartSecond(10_740)).stream().filter(r -> r.time() == 10_740).count();

    assertThat(early / 60.0).isBetween(1.0, 20.0);
    assertThat(late / 60.0).isBetween(1_650.0, 1_720.0);
    assertThat(firstSecondOfWarmFleet).isBetween(1_600L, 1_750L);
  }

  @Test
  void specifiedVehiclesReportEvery30Seconds() {
    Map<Integer, Integer> lastTime = new HashMap<>();
    GeneratorConfig config =
        GeneratorConfig.of(TrafficMode.SPECIFICATION, 1, 900, 7).withStartSecond(3_000);

    for (InputRecord report : reports(config)) {
      Integer before = lastTime.put(report.vid(), report.time());
      if (before != null && report.lane() != InputRecord.ENTRY_LANE) {
        assertThat(report.time() - before).isEqualTo(30);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(TrafficMode.class)
  void onePercentOfTheReportsSpawnsQueriesInTheirProportions(TrafficMode mode) {
    int[] byType = new int[5];
    records(config(mode, 8).withStartSecond(10_000)).forEach(r -> byType[r.type()]++);

    double reports = byType[0];
    double queries = byType[2] + byType[3] + byType[4];
    assertThat(queries / reports).isBetween(0.0095, 0.0105);
    assertThat(byType[2] / queries).isBetween(0.47, 0.53);
    assertThat(byType[3] / queries).isBetween(0.08, 0.12);
    assertThat(byType[4] / queries).isBetween(0.37, 0.43);
  }

  @Test
  void queryNumbersAreUnique() {
    List<Integer> numbers =
        records(config(TrafficMode.STEADY, 9)).stream()
            .filter(r -> r.type() != InputRecord.POSITION_REPORT)
            .map(InputRecord::qid)
            .toList();

    assertThat(numbers).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource(TrafficMode.class)
  void theSegmentIsThatOfThePosition(TrafficMode mode) {
    assertThat(reports(config(mode, 10)))
        .allMatch(r -> r.position() / InputRecord.SEGMENT_FEET == r.segment());
  }

  @ParameterizedTest
  @EnumSource(TrafficMode.class)
  void vehiclesDriveInTheirDirection(TrafficMode mode) {
    Map<Integer, InputRecord> last = new HashMap<>();
    for (InputRecord report : reports(config(mode, 11))) {
      InputRecord before = last.put(report.vid(), report);
      if (before != null && report.lane() != InputRecord.ENTRY_LANE) {
        int way = report.position() - before.position();
        assertThat(report.dir() == 0 ? way : -way).isNotNegative();
        assertThat(report.dir()).isEqualTo(before.dir());
        assertThat(report.xway()).isEqualTo(before.xway());
      }
    }
  }

  @Test
  void theVehicleLimitIsAboveAllVehicles() {
    TrafficGenerator generator =
        TrafficGenerator.of(GeneratorConfig.of(TrafficMode.STEADY, 2, 200, 13));
    List<Integer> vehicles = new ArrayList<>();
    generator.forEach(r -> vehicles.add(r.vid()));

    assertThat(vehicles).allMatch(vid -> vid < generator.vehicleLimit());
  }

  @Test
  void aBadConfigurationNamesAllItsProblems() {
    assertThatThrownBy(() -> new GeneratorConfig(TrafficMode.STEADY, 0, -1, 0, 0, -5, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(
            "expressways is 0",
            "startSecond is -1",
            "durationSeconds is 0",
            "vehiclesPerExpressway is 0",
            "accidentsPerHour is -5");
  }

  private static GeneratorConfig config(TrafficMode mode, long seed) {
    return mode == TrafficMode.STEADY
        ? GeneratorConfig.of(mode, 2, 100, seed)
        : GeneratorConfig.of(mode, 2, 200, seed).withStartSecond(9_000);
  }

  private Path file(String name, GeneratorConfig config) throws IOException {
    Path file = directory.resolve(name);
    try (InputFileWriter writer = InputFileWriter.create(file)) {
      TrafficGenerator.of(config).forEach(writer);
    }
    return file;
  }

  private static List<InputRecord> records(GeneratorConfig config) {
    List<InputRecord> records = new ArrayList<>();
    TrafficGenerator.of(config).forEach(records::add);
    return records;
  }

  private static List<InputRecord> reports(GeneratorConfig config) {
    return records(config).stream().filter(r -> r.type() == InputRecord.POSITION_REPORT).toList();
  }
}
