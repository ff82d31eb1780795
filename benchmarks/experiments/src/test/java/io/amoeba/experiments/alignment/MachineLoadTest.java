package io.amoeba.experiments.alignment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineLoadTest {
  private long nowMillis;
  private double busy;
  private final MachineLoad load = new MachineLoad(() -> nowMillis, () -> busy);

  private void look(long atMillis, double busySinceLast) {
    nowMillis = atMillis;
    busy = busySinceLast;
    load.look();
  }

  @Test
  void timesWithinTheSpanCountByTheirLength() {
    look(1_000, 0.1);
    look(2_000, 0.2);
    look(3_000, 0.5);
    look(6_000, 0.9);
    look(7_000, 0.3);

    assertThat(load.busy(1_500, 6_500)).isEqualTo((0.5 * 1_000 + 0.9 * 3_000) / 4_000);
  }

  @Test
  void whatTheMachineDoesNotTellIsLeftOut() {
    look(1_000, 0.1);
    look(2_000, -1);
    look(3_000, 0.5);

    assertThat(load.busy(0, 9_000)).isEqualTo(0.5);
    assertThat(load.busy(0, 2_000)).isNaN();
    assertThat(load.busy(3_000, 9_000)).isNaN();
  }
}
