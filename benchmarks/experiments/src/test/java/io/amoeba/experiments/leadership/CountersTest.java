package io.amoeba.experiments.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CountersTest {
  private final Counters counters = new Counters(2);

  private void increase(int counter, long answer) {
    assertThat(counters.take(1, counter)).isEqualTo(counter);
    counters.acknowledged(1, counter, answer);
  }

  private static List<@Nullable Long> held(int counter, @Nullable Long increments) {
    List<@Nullable Long> held = new ArrayList<>(Collections.nCopies(Counters.OF_EACH, 0L));
    held.set(counter, increments);
    return held;
  }

  @Test
  void eachCounterHasOneIncrementInFlight() {
    Set<Integer> taken = new HashSet<>();
    for (int i = 0; i < Counters.OF_EACH; i++) {
      taken.add(counters.take(1, 7));
    }

    assertThat(taken).hasSize(Counters.OF_EACH).allMatch(counter -> counter >= 0);
    assertThat(counters.take(1, 7)).isNegative();
    assertThat(counters.take(0, 31)).isEqualTo(31);
    assertThat(counters.take(0, 31)).isZero();
    counters.failed(1, 19);
    assertThat(counters.take(1, 7)).isEqualTo(19);
  }

  @Test
  void aSmallerAnswerThanExpectedTellsHowManyWritesWereLost() {
    increase(3, 1);
    increase(3, 2);
    increase(3, 3);
    assertThat(counters.lost()).isZero();

    increase(3, 2);

    assertThat(counters.lost()).isEqualTo(2);
    increase(3, 3);
    assertThat(counters.lost()).as("counted once").isEqualTo(2);
  }

  @Test
  void aWriteWithoutAnswerMayHaveHappenedOrNot() {
    increase(3, 1);
    assertThat(counters.take(1, 3)).isEqualTo(3);
    counters.failed(1, 3);
    increase(3, 3);
    assertThat(counters.take(1, 3)).isEqualTo(3);
    counters.failed(1, 3);
    increase(3, 4);

    assertThat(counters.lost()).isZero();
  }

  @Test
  void lastWritesOfACounterAreComparedWithWhatItsServerHolds() {
    increase(3, 1);
    increase(3, 2);
    assertThat(counters.isOpen(0)).isFalse();
    assertThat(counters.isOpen(1)).isTrue();

    counters.check(1, held(3, 1L));

    assertThat(counters.lost()).isEqualTo(1);
    assertThat(counters.isOpen(1)).isFalse();
    increase(3, 2);
    counters.check(1, held(3, 2L));
    assertThat(counters.lost()).isEqualTo(1);
  }

  @Test
  void aCounterThatIsGoneHasLostEveryWrite() {
    increase(3, 1);
    increase(3, 2);

    counters.check(1, held(3, null));

    assertThat(counters.lost()).isEqualTo(2);
  }
}
