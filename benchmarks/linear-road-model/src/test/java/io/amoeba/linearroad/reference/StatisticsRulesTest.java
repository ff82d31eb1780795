package io.amoeba.linearroad.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.linearroad.input.InputRecord;
import org.junit.jupiter.api.Test;

/** Rules 1 to 4: minutes, places, average speeds and vehicle counts. */
class StatisticsRulesTest {
  /** A vehicle that no statistics depend on; it enters segment 10 at the time given. */
  private static final int WITNESS = 9_999;

  @Test
  void minuteOneIsSeconds0To59() {
    Scenario input = new Scenario().drives(59, 1, 30, 10).drives(60, 2, 60, 10);

    // Minute 2 sees second 59 and not second 60; minute 3 sees both: (30 + 60) / 2.
    input.drives(119, WITNESS, 0, 10).drives(120, 8_888, 0, 10);

    assertThat(input.tollsOf(WITNESS)).containsExactly("9999,119,30,0");
    // Minute 2 has the speeds 60 and 0, minute 1 the speed 30: (30 + 30) / 2.
    assertThat(input.tollsOf(8_888)).containsExactly("8888,120,30,0");
  }

  @Test
  void averageSpeedIsZeroWithoutReportsInTheFiveMinutesBefore() {
    assertThat(new Scenario().drives(0, 1, 55, 10).tollsOf(1)).containsExactly("1,0,0,0");
  }

  @Test
  void everyVehicleCountsOnceHoweverOftenItReports() {
    Scenario input =
        new Scenario().drives(0, 1, 10, 10).drives(20, 1, 20, 10).drives(40, 1, 30, 10);
    input.drives(10, 2, 80, 10);

    // Vehicle 1 has the mean 20, vehicle 2 the mean 80: 50. Pooled reports would give 35.
    input.drives(60, WITNESS, 0, 10);

    assertThat(input.tollsOf(WITNESS)).containsExactly("9999,60,50,0");
  }

  @Test
  void everyMinuteCountsOnceHoweverManyVehiclesReport() {
    Scenario input = new Scenario().crowd(0, 100, 9, 20, 10).drives(60, 1, 60, 10);

    // Minute 1 has 20, minute 2 has 60: 40. Pooled vehicles would give 24.
    input.drives(120, WITNESS, 0, 10);

    assertThat(input.tollsOf(WITNESS)).containsExactly("9999,120,40,0");
  }

  @Test
  void minutesWithoutReportsAreLeftOutOfTheMean() {
    Scenario input = new Scenario().drives(0, 1, 20, 10).drives(240, 2, 41, 10);

    // Minutes 1 and 5 of the five: (20 + 41) / 2 = 30.5, rounded down.
    input.drives(300, WITNESS, 0, 10);

    assertThat(input.tollsOf(WITNESS)).containsExactly("9999,300,30,0");
  }

  @Test
  void theSixthMinuteBeforeDoesNotCount() {
    Scenario input = new Scenario().drives(0, 1, 20, 10).drives(240, 2, 41, 10);

    // Minute 7 sees minutes 2 to 6.
    input.drives(360, WITNESS, 0, 10);

    assertThat(input.tollsOf(WITNESS)).containsExactly("9999,360,41,0");
  }

  @Test
  void theMeanIsExactBeforeItIsRoundedDown() {
    // Vehicle means 1/3 + 2/3 + 119 = 120 over 3 vehicles: exactly 40, which is no congestion.
    Scenario input = new Scenario().drives(0, 1, 0, 10).drives(1, 1, 0, 10).drives(2, 1, 1, 10);
    input.drives(0, 2, 0, 10).drives(1, 2, 1, 10).drives(2, 2, 1, 10);
    input.drives(0, 3, 119, 10);

    input.drives(60, WITNESS, 0, 10);

    assertThat(input.tollsOf(WITNESS)).containsExactly("9999,60,40,0");
  }

  @Test
  void lanesShareASegmentButDirectionsAndExpresswaysDoNot() {
    Scenario input = new Scenario();
    for (int lane = 0; lane <= 4; lane++) {
      input.reports(10, 100 + lane, 10 * lane, lane, 0, 10);
    }
    input.reports(10, 200, 99, 2, 1, 10);
    input.add(InputRecord.positionReport(10, 201, 99, 1, 2, 0, 10, 52_900));

    // 0, 10, 20, 30 and 40 mph in the lanes 0 to 4.
    input.drives(60, WITNESS, 0, 10);

    assertThat(input.tollsOf(WITNESS)).containsExactly("9999,60,20,0");
  }

  @Test
  void theSegmentOfStatisticsIsTheReportedOneWhateverThePosition() {
    Scenario input = new Scenario();
    input.add(InputRecord.positionReport(0, 1, 44, 0, 2, 0, 10, 0));

    input.drives(60, WITNESS, 0, 10);

    assertThat(input.tollsOf(WITNESS)).containsExactly("9999,60,44,0");
  }

  @Test
  void vehiclesThatLeftTheirTripStillCount() {
    Scenario input = new Scenario().reports(0, 1, 20, 4, 0, 10);
    input.reports(60, 1, 30, 4, 0, 10).reports(61, 1, 50, 3, 0, 10);

    // Minute 1: 20. Minute 2: (30 + 50) / 2 = 40, by reports after the exit.
    input.drives(120, WITNESS, 0, 10);

    assertThat(input.tollsOf(WITNESS)).containsExactly("9999,120,30,0");
  }

  @Test
  void vehiclesAreCountedInTheMinuteBeforeOnly() {
    // 51 vehicles in minute 1, 52 in minute 2; some of them report twice.
    Scenario input = new Scenario().crowd(0, 100, 51, 10, 10).crowd(30, 100, 20, 10, 10);
    input.crowd(60, 100, 52, 10, 10);

    input.drives(119, 1, 10, 10).drives(179, 2, 10, 10);

    assertThat(input.tollsOf(1)).containsExactly("1,119,10,2");
    // Minute 2 has the 52 and vehicle 1: 2 * 3^2.
    assertThat(input.tollsOf(2)).containsExactly("2,179,10,18");
  }
}
