package io.amoeba.linearroad.reference;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Rules 5 and 6: trips, crossings and charges. */
class TripRulesTest {
  private static final int CAR = 7;

  /** Segments 10 and 20 cost 2 * (60 - 50)^2 = 200 in minute 2, segment 11 costs 2 * 5^2 = 50. */
  private static Scenario tolledSegments() {
    return new Scenario()
        .crowd(0, 1_000, 60, 20, 10)
        .crowd(0, 2_000, 60, 20, 20)
        .crowd(0, 3_000, 55, 20, 11);
  }

  @Test
  void theFirstReportAnnouncesATollInAnyTravelLane() {
    Scenario input = tolledSegments().reports(60, CAR, 20, 3, 0, 10);

    assertThat(input.tollsOf(CAR)).containsExactly("7,60,20,200");
  }

  @Test
  void furtherReportsFromTheSegmentAnnounceNothing() {
    Scenario input = tolledSegments().drives(60, CAR, 20, 10).drives(90, CAR, 20, 10);

    assertThat(input.tollsOf(CAR)).hasSize(1);
  }

  @Test
  void anAnnouncedTollIsChargedWhenTheVehicleReportsFromAnotherSegment() {
    Scenario input = tolledSegments().drives(60, CAR, 20, 10).drives(90, CAR, 20, 11);
    input.asksBalance(89, CAR, 1).asksBalance(90, CAR, 2).asksBalance(5_000, CAR, 3);

    assertThat(input.tollsOf(CAR)).containsExactly("7,60,20,200", "7,90,20,50");
    assertThat(input.lines(2))
        .containsExactly("2,5000,-1,5000,3,200", "2,89,-1,89,1,0", "2,90,-1,90,2,200");
  }

  @Test
  void segmentsNeedNotBeNeighbours() {
    Scenario input = tolledSegments().drives(60, CAR, 20, 20).drives(90, CAR, 20, 10);

    assertThat(input.tollsOf(CAR)).containsExactly("7,60,20,200", "7,90,20,200");
  }

  @Test
  void turningRoundInASegmentIsACrossing() {
    Scenario input = tolledSegments().drives(60, CAR, 20, 10).reports(90, CAR, 20, 2, 1, 10);
    input.asksBalance(90, CAR, 1);

    assertThat(input.tollsOf(CAR)).containsExactly("7,60,20,200", "7,90,0,0");
    assertThat(input.lines(2)).containsExactly("2,90,-1,90,1,200");
  }

  @Test
  void leavingByTheExitRampOfTheSegmentIsFree() {
    Scenario input = tolledSegments().drives(60, CAR, 20, 10).reports(90, CAR, 20, 4, 0, 10);
    input.asksBalance(5_000, CAR, 1);

    assertThat(input.tollsOf(CAR)).hasSize(1);
    assertThat(input.lines(2)).containsExactly("2,5000,-1,5000,1,0");
  }

  @Test
  void enteringASegmentOnItsExitRampChargesTheSegmentBeforeAndAnnouncesNothing() {
    Scenario input = tolledSegments().drives(60, CAR, 20, 10).reports(90, CAR, 20, 4, 0, 11);
    input.asksBalance(5_000, CAR, 1);

    assertThat(input.tollsOf(CAR)).containsExactly("7,60,20,200");
    assertThat(input.lines(2)).containsExactly("2,5000,-1,5000,1,200");
  }

  @Test
  void reportsAfterTheExitAreIgnored() {
    Scenario input = tolledSegments().drives(60, CAR, 20, 10).reports(90, CAR, 20, 4, 0, 10);

    // Another segment in a travel lane; and lane 0 only 30 s after the last report.
    input.drives(95, CAR, 20, 11).reports(119, CAR, 20, 0, 0, 20).asksBalance(5_000, CAR, 1);

    assertThat(input.tollsOf(CAR)).hasSize(1);
    assertThat(input.lines(2)).containsExactly("2,5000,-1,5000,1,0");
  }

  @Test
  void aTripThatBeginsOnAnExitRampIsOverAtOnce() {
    Scenario input = tolledSegments().reports(60, CAR, 20, 4, 0, 10).drives(90, CAR, 20, 11);

    assertThat(input.tollsOf(CAR)).isEmpty();
  }

  @Test
  void aReportInTheEntryLaneMoreThan60SecondsLaterBeginsANewTrip() {
    Scenario input = tolledSegments().drives(60, CAR, 20, 10).reports(70, CAR, 20, 4, 0, 10);

    input.reports(131, CAR, 20, 0, 0, 10);

    // The same segment as before, and yet a crossing. LAV: minute 1 has 20, minute 2 has 20.
    assertThat(input.tollsOf(CAR)).containsExactly("7,131,20,0", "7,60,20,200");
  }

  @Test
  void exactly60SecondsAreNoNewTrip() {
    Scenario input = tolledSegments().drives(60, CAR, 20, 10).reports(70, CAR, 20, 4, 0, 10);

    input.reports(130, CAR, 20, 0, 0, 20);

    assertThat(input.tollsOf(CAR)).containsExactly("7,60,20,200");
  }

  @Test
  void ignoredReportsShortenTheGapBeforeANewTrip() {
    Scenario input = tolledSegments().drives(60, CAR, 20, 10).reports(70, CAR, 20, 4, 0, 10);

    input.reports(100, CAR, 20, 4, 0, 10).reports(131, CAR, 20, 0, 0, 20);

    assertThat(input.tollsOf(CAR)).containsExactly("7,60,20,200");
  }

  @Test
  void aGapAloneBeginsNoNewTrip() {
    Scenario input = tolledSegments().drives(60, CAR, 20, 10).drives(600, CAR, 20, 10);
    input.drives(700, CAR, 20, 11).asksBalance(700, CAR, 1);

    assertThat(input.tollsOf(CAR)).containsExactly("7,60,20,200", "7,700,0,0");
    assertThat(input.lines(2)).containsExactly("2,700,-1,700,1,200");
  }

  @Test
  void aNewTripForgetsThePendingTollEvenWithoutAnExit() {
    Scenario input = tolledSegments().drives(60, CAR, 20, 10).reports(121, CAR, 20, 0, 0, 11);
    input.asksBalance(5_000, CAR, 1);

    assertThat(input.tollsOf(CAR)).hasSize(2);
    assertThat(input.lines(2)).containsExactly("2,5000,-1,5000,1,0");
  }

  @Test
  void theEntryLaneWithoutAGapStaysInTheTrip() {
    Scenario input = tolledSegments().drives(60, CAR, 20, 10).reports(120, CAR, 20, 0, 0, 11);
    input.asksBalance(120, CAR, 1);

    assertThat(input.lines(2)).containsExactly("2,120,-1,120,1,200");
  }
}
