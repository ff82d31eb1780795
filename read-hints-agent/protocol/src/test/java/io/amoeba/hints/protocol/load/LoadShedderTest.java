package io.amoeba.hints.protocol.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoadShedderTest {

  private static final NodeLoad CALM = new NodeLoad(0, 0.2, 0, false);
  private static final NodeLoad HIGH = new NodeLoad(40, 0.2, 0, false);
  private static final NodeLoad BETWEEN = new NodeLoad(30, 0.2, 0, false);

  private final LoadShedder shedder = new LoadShedder(LoadLimits.DEFAULTS);

  @Test
  void highLoadLowersTheFractionEachSecondUntilItIsZero() {
    assertThat(shedder.next(CALM)).isEqualTo(100);
    assertThat(shedder.next(HIGH)).isEqualTo(50);
    assertThat(shedder.next(HIGH)).isEqualTo(25);
    assertThat(shedder.next(HIGH)).isEqualTo(10);
    assertThat(shedder.next(HIGH)).isZero();
    assertThat(shedder.next(HIGH)).isZero();
  }

  @Test
  void overloadSwitchesHintsOffAtOnce() {
    assertThat(shedder.next(new NodeLoad(0, 0.99, 0, false))).isZero();
    shedder.next(CALM);
    assertThat(shedder.next(new NodeLoad(200, 0.1, 0, false))).isZero();
  }

  @Test
  void itComesBackByItselfOneStepAfterEachCalmPeriod() {
    shedder.next(HIGH);
    shedder.next(HIGH);

    assertThat(after(LoadShedder.CALM_SECONDS - 1, CALM)).isEqualTo(25);
    assertThat(shedder.next(CALM)).isEqualTo(50);
    assertThat(after(LoadShedder.CALM_SECONDS, CALM)).isEqualTo(100);
  }

  @Test
  void betweenTheThresholdsNothingChangesAndTheCalmPeriodRestarts() {
    shedder.next(HIGH);

    assertThat(after(100, BETWEEN)).isEqualTo(50);
    after(LoadShedder.CALM_SECONDS - 1, CALM);
    shedder.next(BETWEEN);
    assertThat(after(LoadShedder.CALM_SECONDS - 1, CALM)).isEqualTo(50);
  }

  @Test
  void streamingLimitsTheFractionOnlyWhileItLasts() {
    assertThat(shedder.next(new NodeLoad(0, 0.2, 0, true))).isEqualTo(25);
    assertThat(shedder.next(CALM)).isEqualTo(100);
  }

  @Test
  void unknownCpuUseIsNotHighLoad() {
    assertThat(shedder.next(new NodeLoad(0, -1, 0, false))).isEqualTo(100);
  }

  private int after(int seconds, NodeLoad load) {
    int percent = -1;
    for (int i = 0; i < seconds; i++) {
      percent = shedder.next(load);
    }
    return percent;
  }
}
