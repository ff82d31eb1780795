package io.amoeba.linearroad.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.linearroad.history.SegmentHistory;
import io.amoeba.linearroad.history.SegmentRow;
import io.amoeba.linearroad.history.TollHistory;
import io.amoeba.linearroad.input.InputRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules 11 to 13: balances, expenditures and travel times. */
class QueryRulesTest {
  private static final int CAR = 7;

  @Test
  void aBalanceIsTheSumOfAllChargesUpToItsSecond() {
    // 200 in segment 10, 50 in segment 11.
    Scenario input = new Scenario().crowd(0, 100, 60, 20, 10).crowd(0, 200, 55, 20, 11);
    input.drives(60, CAR, 20, 10).drives(70, CAR, 20, 11).drives(80, CAR, 20, 12);

    input.asksBalance(69, CAR, 1).asksBalance(70, CAR, 2).asksBalance(79, CAR, 3);
    input.asksBalance(80, CAR, 4);

    assertThat(input.lines(2))
        .containsExactly(
            "2,69,-1,69,1,0", "2,70,-1,70,2,200", "2,79,-1,79,3,200", "2,80,-1,80,4,250");
  }

  @Test
  void aQueryBeforeTheReportOfTheSameSecondSeesItsCharge() {
    InputRecord query = InputRecord.balanceQuery(70, CAR, 1);
    // The scenario keeps the order of equal times: the query comes first.
    Scenario input = new Scenario().add(query).crowd(0, 100, 60, 20, 10);
    input.drives(60, CAR, 20, 10).drives(70, CAR, 20, 11);

    assertThat(input.lines(2)).containsExactly("2,70,-1,70,1,200");
  }

  @Test
  void chargesOfAllTripsAddUp() {
    Scenario input = new Scenario().crowd(0, 100, 60, 20, 10).crowd(120, 100, 60, 20, 10);
    input.drives(60, CAR, 20, 10).reports(70, CAR, 20, 4, 0, 11);
    input.reports(180, CAR, 20, 0, 0, 10).drives(190, CAR, 20, 11);

    input.asksBalance(190, CAR, 1);

    assertThat(input.lines(2)).containsExactly("2,190,-1,190,1,400");
  }

  @Test
  void anUnknownVehicleHasBalance0() {
    assertThat(new Scenario().asksBalance(5, 4_711, 9).lines(2)).containsExactly("2,5,-1,5,9,0");
  }

  @Test
  void equalQueriesAreAnsweredEach() {
    Scenario input = new Scenario().asksBalance(5, CAR, 9).asksBalance(5, CAR, 9);

    assertThat(input.lines(2)).containsExactly("2,5,-1,5,9,0", "2,5,-1,5,9,0");
  }

  @Test
  void anExpenditureIsTheTollOfVehicleDayAndExpressway() {
    TollHistory history = (vid, day, xway) -> vid == CAR && day == 69 && xway == 3 ? 98 : 0;
    Scenario input = new Scenario().withTolls(history);

    input.add(InputRecord.expenditureQuery(5, CAR, 3, 1, 69));
    input.add(InputRecord.expenditureQuery(5, CAR, 3, 2, 68));
    input.add(InputRecord.expenditureQuery(5, CAR, 2, 3, 69));
    input.add(InputRecord.expenditureQuery(5, 8, 3, 4, 69));

    assertThat(input.lines(3))
        .containsExactly("3,5,-1,1,98", "3,5,-1,2,0", "3,5,-1,3,0", "3,5,-1,4,0");
  }

  @Test
  void aJourneyIncludesItsFirstAndItsLastSegment() {
    Scenario input = new Scenario().row(1, 480, 10, 60, 5).row(1, 480, 11, 30, 7);
    input.row(1, 480, 12, 40, 11);

    input.add(InputRecord.travelTimeQuery(5, CAR, 0, 1, 10, 12, 1, 480));
    input.add(InputRecord.travelTimeQuery(5, CAR, 0, 2, 11, 11, 1, 484));

    // 60 + 120 + 90 s.
    assertThat(input.lines(4)).containsExactly("4,1,270,23", "4,2,120,7");
  }

  @Test
  void westwardsSegmentsAreDrivenDownwards() {
    Scenario input = new Scenario().row(new SegmentRow(1, 480, 0, 1, 11, 60, 5));
    input.row(new SegmentRow(1, 480, 0, 1, 10, 20, 7));
    input.row(new SegmentRow(1, 480, 0, 0, 10, 1, 1_000));

    input.add(InputRecord.travelTimeQuery(5, CAR, 0, 1, 11, 10, 1, 480));

    assertThat(input.lines(4)).containsExactly("4,1,240,12");
  }

  @Test
  void theSumIsRoundedUpOnceAtTheEnd() {
    // 3600/7 = 514.29 s each: three of them are 1542.86, not 3 * 515.
    Scenario input = new Scenario();
    for (int segment = 0; segment < 3; segment++) {
      for (int tod = 0; tod < 60; tod += 5) {
        input.row(1, tod, segment, 7, 0);
      }
    }

    input.add(InputRecord.travelTimeQuery(5, CAR, 0, 1, 0, 2, 1, 1));

    assertThat(input.lines(4)).containsExactly("4,1,1543,0");
  }

  @Test
  void everySegmentIsDrivenAtTheSpeedOfTheMinuteInWhichItIsEntered() {
    // 3600 / 24 = 150 s for segment 0. Entered in minute 2 it ends in minute 4, in minute 3 in 5.
    Scenario input = new Scenario().row(1, 0, 0, 24, 1);
    input.row(1, 0, 1, 60, 10).row(1, 5, 1, 30, 100);

    input.add(InputRecord.travelTimeQuery(5, CAR, 0, 1, 0, 1, 1, 2));
    input.add(InputRecord.travelTimeQuery(5, CAR, 0, 2, 0, 1, 1, 3));

    assertThat(input.lines(4)).containsExactly("4,1,210,11", "4,2,270,101");
  }

  @Test
  void exactlyFullMinutesReachTheNextMinute() {
    // 120 s exactly: entered in minute 3, the next segment begins in minute 5.
    Scenario input = new Scenario().row(1, 0, 0, 30, 1).row(1, 5, 1, 60, 2).row(1, 0, 1, 1, 0);

    input.add(InputRecord.travelTimeQuery(5, CAR, 0, 1, 0, 1, 1, 3));

    assertThat(input.lines(4)).containsExactly("4,1,180,3");
  }

  @Test
  void aStandstillCountsAsOneMilePerHour() {
    Scenario input = new Scenario().row(1, 0, 0, 0, 3);

    input.add(InputRecord.travelTimeQuery(5, CAR, 0, 1, 0, 0, 1, 1));

    assertThat(input.lines(4)).containsExactly("4,1,3600,3");
  }

  @Test
  void afterMidnightTheNextDayOfTheWeekCounts() {
    Scenario input = new Scenario().row(7, 1435, 0, 60, 1).row(1, 0, 1, 30, 2).row(7, 0, 1, 1, 0);

    input.add(InputRecord.travelTimeQuery(5, CAR, 0, 1, 0, 1, 7, 1439));

    assertThat(input.lines(4)).containsExactly("4,1,180,3");
  }

  @Test
  void aQueryForMinute1440ReadsThatRowIfThereIsOneAndTheNextDayElse() {
    Scenario next = new Scenario().row(3, 0, 0, 60, 1);
    Scenario literal = new Scenario().row(3, 0, 0, 60, 1).row(2, 1440, 0, 30, 2);
    InputRecord query = InputRecord.travelTimeQuery(5, CAR, 0, 1, 0, 0, 2, 1440);

    assertThat(next.add(query).lines(4)).containsExactly("4,1,60,1");
    assertThat(literal.add(query).lines(4)).containsExactly("4,1,120,2");
  }

  @Test
  void aJourneyMayLastSeveralDays() {
    Scenario input = new Scenario();
    for (int dow = 6; dow <= 7; dow++) {
      for (int tod = 0; tod < 1440; tod += 5) {
        for (int segment = 0; segment < 50; segment++) {
          input.row(dow, tod, segment, 1, dow);
        }
      }
    }
    input.row(1, 0, 48, 1, 1).row(1, 60, 49, 1, 1);

    // 50 hours from Friday minute 1: 24 segments each on days 6 and 7, two on day 1.
    input.add(InputRecord.travelTimeQuery(5, CAR, 0, 1, 0, 49, 6, 1));

    assertThat(input.lines(4)).containsExactly("4,1,180000," + (24 * 6 + 24 * 7 + 2));
  }

  @Test
  void aMissingRowLeavesTheQueryUnansweredAndCounted() {
    Scenario input = new Scenario().row(1, 0, 0, 60, 1);
    input.add(InputRecord.travelTimeQuery(5, CAR, 0, 1, 0, 1, 1, 1));
    input.add(InputRecord.travelTimeQuery(5, CAR, 0, 2, 0, 0, 1, 1));

    assertThat(input.lines(4)).containsExactly("4,2,60,1");
    assertThat(input.answers().unansweredTravelTimes()).isEqualTo(1);
  }

  @Test
  void withoutHistoryNoTravelTimeIsAnswered() {
    List<InputRecord> input = List.of(InputRecord.travelTimeQuery(5, CAR, 0, 1, 0, 1, 1, 1));

    var answers =
        ReferenceModel.answers(input.iterator(), TollHistory.empty(), SegmentHistory.empty());

    assertThat(answers.size()).isZero();
    assertThat(answers.unansweredTravelTimes()).isEqualTo(1);
  }

  @Test
  void inputOutOfOrderIsRefused() {
    List<InputRecord> input =
        List.of(InputRecord.balanceQuery(6, CAR, 1), InputRecord.balanceQuery(5, CAR, 2));

    assertThatThrownBy(
            () ->
                ReferenceModel.answers(
                    input.iterator(), TollHistory.empty(), SegmentHistory.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("time 5 follows one with 6");
  }

  @Test
  void twoReportsOfAVehicleInASecondAreRefused() {
    Scenario input = new Scenario().drives(5, CAR, 10, 1).drives(5, CAR, 10, 2);

    assertThatThrownBy(input::answers)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("two position reports at the time 5");
  }
}
