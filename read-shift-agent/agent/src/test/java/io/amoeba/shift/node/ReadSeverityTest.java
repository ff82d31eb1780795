package io.amoeba.shift.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadSeverityTest {

  private double gossiped;
  private final ReadSeverity severity =
      new ReadSeverity(() -> gossiped, value -> gossiped = value, 10);

  @Test
  void itIsRaisedAndReset() {
    severity.raise();
    assertThat(gossiped).isEqualTo(10);
    assertThat(severity.isOthers()).isFalse();

    severity.reset();

    assertThat(gossiped).isZero();
    assertThat(severity.isOthers()).isFalse();
  }

  @Test
  void whatOthersHaveSetIsLeftAlone() {
    gossiped = 0.5;
    assertThat(severity.isOthers()).isTrue();
    severity.raise();
    assertThat(gossiped).isEqualTo(0.5);
    severity.reset();
    severity.close();

    assertThat(gossiped).isEqualTo(0.5);
  }

  @Test
  void whatOthersHaveSetMeanwhileStays() {
    severity.raise();
    gossiped = 3;
    assertThat(severity.isOthers()).isTrue();

    severity.reset();

    assertThat(gossiped).isEqualTo(3);
  }

  @Test
  void anOperatorWhoResetsItIsAnOther() {
    severity.raise();
    gossiped = 0;
    assertThat(severity.isOthers()).isTrue();

    severity.reset();

    assertThat(severity.isOthers()).isFalse();
  }

  @Test
  void onceClosedItIsNotRaisedAgain() {
    severity.raise();
    severity.close();
    assertThat(gossiped).isZero();

    severity.raise();

    assertThat(gossiped).isZero();
  }
}
