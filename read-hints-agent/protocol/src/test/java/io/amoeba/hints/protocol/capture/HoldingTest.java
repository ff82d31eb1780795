package io.amoeba.hints.protocol.capture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HoldingTest {

  private static final long START = -50;

  private static final int ENOUGH = 10;
  private static final int ROOM = 1_000;

  @Test
  void fewReadsWaitForMoreButNotForever() {
    Holding holding = new Holding(100, START);

    assertThat(holding.isDue(9, ENOUGH, ROOM, START + 99)).isFalse();
    assertThat(holding.isDue(9, ENOUGH, ROOM, START + 100)).isTrue();
    assertThat(holding.isDue(9, ENOUGH, ROOM, START + 199)).isFalse();
    assertThat(holding.isDue(9, ENOUGH, ROOM, START + 200)).isTrue();
  }

  @Test
  void enoughReadsDoNotWait() {
    Holding holding = new Holding(100, START);

    assertThat(holding.isDue(10, ENOUGH, ROOM, START + 1)).isTrue();
    assertThat(holding.isDue(9, ENOUGH, ROOM, START + 100))
        .as("those before were sent 99 ago")
        .isFalse();
    assertThat(holding.isDue(9, ENOUGH, ROOM, START + 101)).isTrue();
  }

  @Test
  void readsThatFillHalfOfTheRoomDoNotWait() {
    Holding holding = new Holding(100, START);

    assertThat(holding.isDue(3, ENOUGH, 8, START + 1)).isFalse();
    assertThat(holding.isDue(4, ENOUGH, 8, START + 2)).isTrue();
  }

  @Test
  void withoutALeastNumberNothingWaits() {
    assertThat(new Holding(100, START).isDue(0, 0, ROOM, START)).isTrue();
  }
}
