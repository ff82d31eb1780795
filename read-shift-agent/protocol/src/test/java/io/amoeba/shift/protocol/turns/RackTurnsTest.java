package io.amoeba.shift.protocol.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RackTurnsTest {

  private static final RackTurns TURNS = new RackTurns(List.of("c", "a", "b", "a"), 10_000, 2_000);

  @ParameterizedTest
  @CsvSource({
    "0, a",
    "7999, a",
    "8000, ",
    "9999, ",
    "10000, b",
    "17999, b",
    "18000, ",
    "20000, c",
    "29999, ",
    "30000, a",
    "-1, ",
    "-10000, c"
  })
  void racksTakeTurnsInAlphabeticalOrder(long millis, @Nullable String rack) {
    assertThat(TURNS.holder(millis)).isEqualTo(Optional.ofNullable(rack));
    assertThat(TURNS.cycleMillis()).isEqualTo(30_000);
  }

  /** Whatever the nodes' clocks say, if they differ by less than the gap. */
  @Test
  void twoRacksNeverStartWithinTheGap() {
    Random random = new Random(20_261_130);
    for (int i = 0; i < 100_000; i++) {
      long millis = random.nextLong();
      long skew = random.nextInt(2_000);
      Optional<String> holder = TURNS.holder(millis);
      Optional<String> skewed = TURNS.holder(millis + skew);
      assertThat(holder.isEmpty() || skewed.isEmpty() || holder.equals(skewed)).isTrue();
    }
  }

  @Test
  void turnsOfNoRacksAreRefused() {
    assertThatThrownBy(() -> new RackTurns(List.of(), 10_000, 2_000))
        .hasMessageContaining("no racks: want at least one");
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 10_000})
  void turnsInWhichNothingCanStartAreRefused(long gap) {
    assertThatThrownBy(() -> new RackTurns(List.of("a"), 10_000, gap))
        .hasMessageContaining("turn-gap of " + gap + " ms: want less than the turn of 10000 ms");
  }
}
