package io.amoeba.linearroad.reference;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Rule 7: the toll of a segment. */
class TollRulesTest {
  private static final int CAR = 7;

  @Test
  void fiftyVehiclesAreFree() {
    Scenario input = new Scenario().crowd(0, 100, 50, 39, 10).drives(60, CAR, 39, 10);

    assertThat(input.tollsOf(CAR)).containsExactly("7,60,39,0");
  }

  @Test
  void fiftyOneVehiclesCost2() {
    Scenario input = new Scenario().crowd(0, 100, 51, 39, 10).drives(60, CAR, 39, 10);

    assertThat(input.tollsOf(CAR)).containsExactly("7,60,39,2");
  }

  @Test
  void theTollGrowsWithTheSquare() {
    Scenario input = new Scenario().crowd(0, 100, 250, 39, 10).drives(60, CAR, 39, 10);

    assertThat(input.tollsOf(CAR)).containsExactly("7,60,39,80000");
  }

  @Test
  void fortyMilesPerHourAreFree() {
    Scenario input = new Scenario().crowd(0, 100, 60, 40, 10).drives(60, CAR, 39, 10);

    assertThat(input.tollsOf(CAR)).containsExactly("7,60,40,0");
  }

  @Test
  void anAverageJustBelowFortyCosts() {
    // 59 vehicles at 40 mph and one at 39: 39.98, rounded down to 39.
    Scenario input = new Scenario().crowd(0, 100, 59, 40, 10).drives(0, 99, 39, 10);

    input.drives(60, CAR, 39, 10);

    assertThat(input.tollsOf(CAR)).containsExactly("7,60,39,200");
  }

  @Test
  void aStandstillCosts() {
    Scenario input = new Scenario().crowd(0, 100, 60, 0, 10).drives(60, CAR, 39, 10);

    assertThat(input.tollsOf(CAR)).containsExactly("7,60,0,200");
  }

  @Test
  void anAccidentInForceMakesTheSegmentFree() {
    int position = 12 * 5280 + 100;
    Scenario input = new Scenario();
    input.stopsWithFourReports(0, 1, 0, position).stopsWithFourReports(0, 2, 0, position);
    input.crowd(60, 100, 60, 20, 10).drives(120, CAR, 20, 10);
    // Charged would be the announced toll, which is 0.
    input.drives(150, CAR, 20, 11).asksBalance(150, CAR, 1);

    assertThat(input.tollsOf(CAR)).containsExactly("7,120,20,0", "7,150,0,0");
    assertThat(input.lines(2)).containsExactly("2,150,-1,150,1,0");
  }
}
