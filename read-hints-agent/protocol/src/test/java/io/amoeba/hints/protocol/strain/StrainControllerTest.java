package io.amoeba.hints.protocol.strain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StrainControllerTest {

  private static final NodeLoad CALM = new NodeLoad(0, 0.2, 0, false);
  private static final NodeLoad STRAINED = new NodeLoad(40, 0.2, 0, false);
  private static final NodeLoad BETWEEN = new NodeLoad(30, 0.2, 0, false);

  private final StrainController controller = new StrainController(StrainLimits.DEFAULTS);

  @Test
  void strainLowersTheFractionEachSecondUntilItIsOff() {
    assertThat(controller.next(CALM)).isEqualTo(100);
    assertThat(controller.next(STRAINED)).isEqualTo(50);
    assertThat(controller.next(STRAINED)).isEqualTo(25);
    assertThat(controller.next(STRAINED)).isEqualTo(10);
    assertThat(controller.next(STRAINED)).isZero();
    assertThat(controller.next(STRAINED)).isZero();
  }

  @Test
  void overloadSwitchesHintsOffAtOnce() {
    assertThat(controller.next(new NodeLoad(0, 0.99, 0, false))).isZero();
    controller.next(CALM);
    assertThat(controller.next(new NodeLoad(200, 0.1, 0, false))).isZero();
  }

  @Test
  void itComesBackByItselfOneStepAfterEachCalmPeriod() {
    controller.next(STRAINED);
    controller.next(STRAINED);

    assertThat(after(StrainController.CALM_SECONDS - 1, CALM)).isEqualTo(25);
    assertThat(controller.next(CALM)).isEqualTo(50);
    assertThat(after(StrainController.CALM_SECONDS, CALM)).isEqualTo(100);
  }

  @Test
  void betweenTheThresholdsNothingChangesAndTheCalmPeriodBeginsAnew() {
    controller.next(STRAINED);

    assertThat(after(100, BETWEEN)).isEqualTo(50);
    after(StrainController.CALM_SECONDS - 1, CALM);
    controller.next(BETWEEN);
    assertThat(after(StrainController.CALM_SECONDS - 1, CALM)).isEqualTo(50);
  }

  @Test
  void streamingLimitsTheFractionOnlyWhileItLasts() {
    assertThat(controller.next(new NodeLoad(0, 0.2, 0, true))).isEqualTo(25);
    assertThat(controller.next(CALM)).isEqualTo(100);
  }

  @Test
  void unknownCpuUseIsNoStrain() {
    assertThat(controller.next(new NodeLoad(0, -1, 0, false))).isEqualTo(100);
  }

  private int after(int seconds, NodeLoad load) {
    int percent = -1;
    for (int i = 0; i < seconds; i++) {
      percent = controller.next(load);
    }
    return percent;
  }
}
