package io.amoeba.linearroad.reference;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FractionTest {
  @Test
  void thirdsAddUpToWholes() {
    Fraction third = Fraction.of(1, 3);

    assertThat(third.plus(third).plus(third)).isEqualTo(Fraction.of(7, 7));
  }

  @Test
  void roundingLeavesWholesAlone() {
    assertThat(Fraction.of(6, 3).roundedDown()).isEqualTo(2);
    assertThat(Fraction.of(6, 3).roundedUp()).isEqualTo(2);
    assertThat(Fraction.of(7, 3).roundedDown()).isEqualTo(2);
    assertThat(Fraction.of(7, 3).roundedUp()).isEqualTo(3);
    assertThat(Fraction.ZERO.roundedUp()).isZero();
  }

  @Test
  void divisionIsExact() {
    assertThat(Fraction.of(1, 2).dividedBy(3)).isEqualTo(Fraction.of(2, 12));
  }
}
