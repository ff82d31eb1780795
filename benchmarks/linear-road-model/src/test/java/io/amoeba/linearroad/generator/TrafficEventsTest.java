package io.amoeba.linearroad.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.linearroad.answer.AccidentAlert;
import io.amoeba.linearroad.answer.AccountBalance;
import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.answer.TollNotification;
import io.amoeba.linearroad.history.SegmentHistory;
import io.amoeba.linearroad.history.TollHistory;
import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.input.RecordIterator;
import io.amoeba.linearroad.reference.ReferenceModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What makes the traffic worth a benchmark does occur, seen through the rules. */
class TrafficEventsTest {
  static Stream<GeneratorConfig> runs() {
    GeneratorConfig steady = GeneratorConfig.of(TrafficMode.STEADY, 2, 600, 31);
    return Stream.of(
        steady,
        steady.withStartSecond(10_200),
        new GeneratorConfig(TrafficMode.SPECIFICATION, 2, 9_600, 1_200, 30_000, 20, 32));
  }

  private static List<InputRecord> reports(GeneratorConfig config) {
    List<InputRecord> reports = new ArrayList<>();
    TrafficGenerator.of(config)
        .forEach(
            r -> {
              if (r.type() == InputRecord.POSITION_REPORT) {
                reports.add(r);
              }
            });
    return reports;
  }

  private static AnswerSet answers(GeneratorConfig config) {
    return ReferenceModel.answers(
        new RecordIterator(TrafficGenerator.of(config), Integer.MAX_VALUE),
        TollHistory.empty(),
        SegmentHistory.empty());
  }

  @ParameterizedTest
  @MethodSource("runs")
  void tollsAreAnnouncedAndChargedAndAccidentsWarnedOf(GeneratorConfig config) {
    AnswerSet answers = answers(config);

    long tolls = answers.size(TollNotification.TYPE);
    long paid =
        answers
            .distinct(TollNotification.TYPE)
            .filter(answer -> ((TollNotification) answer).toll() > 0)
            .count();
    assertThat(paid / (double) tolls).isBetween(0.02, 0.8);
    assertThat(answers.distinct(AccountBalance.TYPE))
        .anyMatch(answer -> ((AccountBalance) answer).balance() > 0);
    Set<String> places = new HashSet<>();
    answers
        .distinct(AccidentAlert.TYPE)
        .map(AccidentAlert.class::cast)
        .forEach(a -> places.add(a.xway() + "/" + a.dir() + "/" + a.segment()));
    assertThat(places).hasSizeGreaterThanOrEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void vehiclesExitAndReturnAsNewTrips(GeneratorConfig config) {
    Map<Integer, InputRecord> last = new HashMap<>();
    int exits = 0;
    int returns = 0;
    int returnsElsewhere = 0;
    for (InputRecord report : reports(config)) {
      InputRecord before = last.put(report.vid(), report);
      exits += report.lane() == InputRecord.EXIT_LANE ? 1 : 0;
      if (before != null && before.lane() == 4 && report.lane() == 0) {
        assertThat(report.time() - before.time()).isGreaterThan(60);
        returns++;
        returnsElsewhere += before.xway() == report.xway() ? 0 : 1;
      }
    }

    assertThat(exits).isGreaterThan(100);
    assertThat(returns).isGreaterThan(10);
    assertThat(returnsElsewhere).isBetween(1, returns - 1);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void everyNewTripBeginsInTheEntryLaneAndEndsInTheExitLane(GeneratorConfig config) {
    Map<Integer, InputRecord> last = new HashMap<>();
    for (InputRecord report : reports(config)) {
      InputRecord before = last.put(report.vid(), report);
      if (before == null) {
        boolean underWay =
            report.time() < config.startSecond() + config.mode().reportPeriodSeconds();
        assertThat(report.lane()).isLessThanOrEqualTo(underWay ? 4 : 0);
      } else if (report.lane() == InputRecord.ENTRY_LANE) {
        assertThat(before.lane()).isIn(0, 4);
      } else {
        assertThat(before.lane() == 4 && report.lane() != 4).isFalse();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("runs")
  void someVehiclesEnterASegmentOnItsExitRamp(GeneratorConfig config) {
    Map<Integer, InputRecord> last = new HashMap<>();
    int found = 0;
    for (InputRecord report : reports(config)) {
      InputRecord before = last.put(report.vid(), report);
      if (before != null && report.lane() == 4 && before.segment() != report.segment()) {
        found++;
      }
    }

    assertThat(found).isPositive();
  }

  @ParameterizedTest
  @MethodSource("runs")
  void stoppedVehiclesStayWhereTheyAreAndThenDriveOn(GeneratorConfig config) {
    Map<Integer, InputRecord> last = new HashMap<>();
    Map<Integer, Integer> standing = new HashMap<>();
    int stops = 0;
    int departures = 0;
    for (InputRecord report : reports(config)) {
      InputRecord before = last.put(report.vid(), report);
      boolean sameSpot =
          before != null
              && before.position() == report.position()
              && before.lane() == report.lane()
              && before.dir() == report.dir();
      if (sameSpot) {
        assertThat(report.speed()).isZero();
        stops += standing.merge(report.vid(), 1, Integer::sum) == 3 ? 1 : 0;
      } else {
        Integer stood = standing.remove(report.vid());
        departures += stood != null && stood >= 3 ? 1 : 0;
      }
    }

    // Two vehicles per accident; no other vehicle ever reports twice from a spot.
    assertThat(stops).isGreaterThanOrEqualTo(6);
    assertThat(departures).isPositive();
  }
}
