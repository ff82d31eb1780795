package io.amoeba.linearroad.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.linearroad.input.InputRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules 8 to 10: stopped vehicles, accidents and whom they affect. */
class AccidentRulesTest {
  private static final int CAR = 7;
  private static final int EAST = 0;
  private static final int WEST = 1;

  /** In segment 50. */
  private static final int SPOT = 50 * 5280 + 77;

  /** Vehicles 1 and 2 are stopped from second 90 (minute 2) on. */
  private static Scenario accident(int dir) {
    return new Scenario()
        .stopsWithFourReports(0, 1, dir, SPOT)
        .stopsWithFourReports(0, 2, dir, SPOT);
  }

  @Test
  void theAlertNamesPlaceAndVehicle() {
    Scenario input = accident(EAST).drives(120, CAR, 60, 48);

    assertThat(input.lines(1)).containsExactly("1,120,-1,0,50,0,7");
  }

  @ParameterizedTest
  @CsvSource({"45,false", "46,true", "49,true", "50,true", "51,false"})
  void eastwardsAnAccidentAffectsItsSegmentAndTheFourBefore(int entered, boolean affected) {
    Scenario input = accident(EAST).reports(120, CAR, 60, 1, EAST, entered);

    assertThat(input.warningsOf(CAR)).hasSize(affected ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({"49,false", "50,true", "51,true", "54,true", "55,false"})
  void westwardsAnAccidentAffectsItsSegmentAndTheFourAbove(int entered, boolean affected) {
    Scenario input = accident(WEST).reports(120, CAR, 60, 1, WEST, entered);

    assertThat(input.warningsOf(CAR)).hasSize(affected ? 1 : 0);
  }

  @Test
  void theOtherDirectionAndOtherExpresswaysAreNotAffected() {
    Scenario input = accident(EAST).reports(120, CAR, 60, 1, WEST, 50);
    input.add(InputRecord.positionReport(120, 8, 60, 1, 2, EAST, 50, SPOT));

    assertThat(input.lines(1)).isEmpty();
  }

  @Test
  void anAccidentOfAMinuteIsInForceFromTheNextMinuteOn() {
    Scenario input = accident(EAST).drives(119, CAR, 60, 49).drives(120, 8, 60, 49);

    assertThat(input.warningsOf(CAR)).isEmpty();
    assertThat(input.warningsOf(8)).containsExactly(50);
  }

  @Test
  void theLastSecondOfAMinuteMakesTheNextMinute() {
    Scenario input = new Scenario();
    input.stopsWithFourReports(29, 1, EAST, SPOT).stopsWithFourReports(29, 2, EAST, SPOT);

    assertThat(input.drives(120, CAR, 60, 49).warningsOf(CAR)).containsExactly(50);
  }

  @Test
  void theFirstSecondOfAMinuteIsTooLateForThatMinute() {
    Scenario input = new Scenario();
    input.stopsWithFourReports(30, 1, EAST, SPOT).stopsWithFourReports(30, 2, EAST, SPOT);
    input.drives(120, CAR, 60, 49).drives(179, 8, 60, 49).drives(180, 9, 60, 49);

    assertThat(input.lines(1)).containsExactly("1,180,-1,0,50,0,9");
  }

  @Test
  void aClearedAccidentStaysInForceUntilTheMinuteEnds() {
    Scenario input = accident(EAST).drives(120, 1, 5, 50);
    input.drives(120, CAR, 60, 49).drives(179, 8, 60, 49).drives(180, 9, 60, 49);

    assertThat(input.warningsOf(CAR)).containsExactly(50);
    assertThat(input.warningsOf(8)).containsExactly(50);
    assertThat(input.warningsOf(9)).isEmpty();
  }

  @Test
  void anAccidentThatEndsInItsFirstMinuteAffectsNoVehicle() {
    Scenario input = accident(EAST).drives(119, 1, 5, 50).drives(120, CAR, 60, 49);

    assertThat(input.lines(1)).isEmpty();
  }

  @Test
  void anAccidentThatEndsAndReturnsWithinAMinuteStaysInForce() {
    Scenario input = new Scenario();
    for (int second = 0; second < 4; second++) {
      input.stands(second, 1, EAST, SPOT).stands(second, 2, EAST, SPOT);
    }
    input.drives(61, 1, 5, 50);
    for (int second = 70; second < 74; second++) {
      input.stands(second, 1, EAST, SPOT);
    }

    input.drives(60, CAR, 60, 49).drives(120, 8, 60, 49);

    assertThat(input.warningsOf(CAR)).containsExactly(50);
    assertThat(input.warningsOf(8)).containsExactly(50);
  }

  @Test
  void anAccidentLastsWithoutReports() {
    Scenario input = accident(EAST).drives(7_200, CAR, 60, 49);

    assertThat(input.warningsOf(CAR)).containsExactly(50);
  }

  @Test
  void threeReportsDoNotStopAVehicle() {
    Scenario input = new Scenario().stopsWithFourReports(0, 1, EAST, SPOT);
    input.stands(0, 2, EAST, SPOT).stands(30, 2, EAST, SPOT).stands(60, 2, EAST, SPOT);

    assertThat(input.drives(120, CAR, 60, 49).warningsOf(CAR)).isEmpty();
  }

  @Test
  void theFourReportsMustBeConsecutive() {
    Scenario input = new Scenario().stopsWithFourReports(0, 1, EAST, SPOT);
    input.stands(0, 2, EAST, SPOT).stands(20, 2, EAST, SPOT).stands(40, 2, EAST, SPOT);
    input.stands(60, 2, EAST, SPOT + 1).stands(80, 2, EAST, SPOT);

    assertThat(input.drives(120, CAR, 60, 49).warningsOf(CAR)).isEmpty();
  }

  @Test
  void theSpeedOfAStoppedVehicleDoesNotMatter() {
    Scenario input = new Scenario().stopsWithFourReports(0, 1, EAST, SPOT);
    for (int time = 0; time < 120; time += 30) {
      input.add(InputRecord.positionReport(time, 2, 60, 0, 2, EAST, 50, SPOT));
    }

    assertThat(input.drives(120, CAR, 60, 49).warningsOf(CAR)).containsExactly(50);
  }

  @Test
  void oneStoppedVehicleIsNoAccident() {
    Scenario input = new Scenario().stopsWithFourReports(0, 1, EAST, SPOT);

    assertThat(input.drives(120, CAR, 60, 49).lines(1)).isEmpty();
  }

  @Test
  void vehiclesStoppedInDifferentLanesPositionsOrDirectionsHaveNoAccident() {
    Scenario input = new Scenario().stopsWithFourReports(0, 1, EAST, SPOT);
    input.stopsWithFourReports(0, 2, EAST, SPOT + 1).stopsWithFourReports(0, 3, WEST, SPOT);
    for (int time = 0; time < 120; time += 30) {
      input.add(InputRecord.positionReport(time, 4, 0, 0, 3, EAST, 50, SPOT));
      input.add(InputRecord.positionReport(time, 5, 0, 1, 2, EAST, 50, SPOT));
    }

    assertThat(input.drives(120, CAR, 60, 49).lines(1)).isEmpty();
  }

  @Test
  void twoOfThreeVehiclesKeepTheAccident() {
    Scenario input = accident(EAST).stopsWithFourReports(0, 3, EAST, SPOT);
    input.drives(110, 2, 5, 50).drives(120, CAR, 60, 49).drives(130, 1, 5, 50);

    input.drives(180, 8, 60, 49);

    assertThat(input.warningsOf(CAR)).containsExactly(50);
    assertThat(input.warningsOf(8)).isEmpty();
  }

  @Test
  void theSegmentOfAnAccidentIsThatOfItsPosition() {
    Scenario input = new Scenario();
    for (int time = 0; time < 120; time += 30) {
      input.add(InputRecord.positionReport(time, 1, 0, 0, 2, EAST, 99, SPOT));
      input.add(InputRecord.positionReport(time, 2, 0, 0, 2, EAST, 98, SPOT));
    }

    assertThat(input.drives(120, CAR, 60, 49).warningsOf(CAR)).containsExactly(50);
  }

  @Test
  void theNearestAccidentAheadIsNamedOnce() {
    Scenario input = accident(EAST);
    input
        .stopsWithFourReports(0, 3, EAST, SPOT + 5280)
        .stopsWithFourReports(0, 4, EAST, SPOT + 5280);
    input.stopsWithFourReports(0, 5, EAST, SPOT + 1).stopsWithFourReports(0, 6, EAST, SPOT + 1);
    input.drives(120, CAR, 60, 49).drives(150, CAR, 60, 51);

    assertThat(input.lines(1)).containsExactly("1,120,-1,0,50,0,7", "1,150,-1,0,51,0,7");
  }

  @Test
  void westwardsTheNearestAccidentHasTheGreatestSegment() {
    Scenario input = accident(WEST);
    input
        .stopsWithFourReports(0, 3, WEST, SPOT + 5280)
        .stopsWithFourReports(0, 4, WEST, SPOT + 5280);

    input.reports(120, CAR, 60, 2, WEST, 53);

    assertThat(input.warningsOf(CAR)).containsExactly(51);
  }

  @Test
  void vehiclesInTheExitLaneAreNotWarned() {
    Scenario input = accident(EAST).reports(120, CAR, 60, 4, EAST, 49);

    assertThat(input.lines(1)).isEmpty();
  }

  @Test
  void vehiclesThatDoNotCrossAreNotWarned() {
    Scenario input = accident(EAST).drives(60, CAR, 60, 49).drives(120, CAR, 60, 49);

    assertThat(input.lines(1)).isEmpty();
  }

  @Test
  void aNewTripForgetsThatTheVehicleStopped() {
    Scenario input = new Scenario();
    for (int vid = 1; vid <= 2; vid++) {
      for (int second = 0; second < 4; second++) {
        input.add(InputRecord.positionReport(second, vid, 0, 0, 0, EAST, 50, SPOT));
      }
    }
    // The same spot in lane 0 after 61 s: vehicle 1 begins a new trip and is no longer stopped.
    input.add(InputRecord.positionReport(64, 1, 0, 0, 0, EAST, 50, SPOT));

    input.drives(60, CAR, 60, 49).drives(120, 8, 60, 49);

    assertThat(input.warningsOf(CAR)).containsExactly(50);
    assertThat(input.warningsOf(8)).isEmpty();
  }

  @Test
  void aVehicleThatLeavesByTheExitLaneIsNoLongerStopped() {
    Scenario input = accident(EAST);
    input.add(InputRecord.positionReport(110, 1, 0, 0, 4, EAST, 50, SPOT));

    assertThat(input.drives(120, CAR, 60, 49).lines(1)).isEmpty();
  }

  @Test
  void vehiclesThatStandOnAnExitRampHaveNoAccident() {
    Scenario input = new Scenario();
    for (int time = 0; time < 180; time += 30) {
      input.add(InputRecord.positionReport(time, 1, 0, 0, 4, EAST, 50, SPOT));
      input.add(InputRecord.positionReport(time, 2, 0, 0, 4, EAST, 50, SPOT));
    }

    assertThat(input.drives(180, CAR, 60, 49).lines(1)).isEmpty();
  }
}
