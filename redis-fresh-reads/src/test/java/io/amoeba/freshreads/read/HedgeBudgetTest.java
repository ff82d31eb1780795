package io.amoeba.freshreads.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HedgeBudgetTest {
  private final HedgeBudget budget = new HedgeBudget();

  private int taken() {
    int taken = 0;
    while (budget.take()) {
      taken++;
    }
    return taken;
  }

  @Test
  void aTenthOfTheReadsMayBeAskedTwice() {
    assertThat(taken()).isEqualTo(10);

    budget.refill(500);
    assertThat(taken()).isBetween(49, 50);
    budget.refill(505);
    assertThat(taken()).isZero();
  }

  @Test
  void unusedHedgesOfALongTimeDoNotAddUp() {
    budget.refill(1_000_000);

    assertThat(taken()).isEqualTo(100);
  }
}
