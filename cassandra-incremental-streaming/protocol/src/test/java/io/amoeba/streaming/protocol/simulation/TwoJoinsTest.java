package io.amoeba.streaming.protocol.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.streaming.protocol.simulation.TwoJoins.Mutant;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TwoJoinsTest {

  private static final long SCHEDULES = Long.getLong("amoeba.simulation.schedules", 20_000) / 20;
  private static final long FIRST_SEED =
      Long.getLong("amoeba.simulation.seed", System.currentTimeMillis() * 1_000_000);
  private static final int SCHEDULES_PER_MUTANT = 300;

  @Test
  void twoNodesThatBeginAtTheSameTimeBothBecomeMembersOneAfterTheOther() {
    System.out.printf(
        "%d schedules from seed %d (-Damoeba.simulation.seed=…)%n", SCHEDULES, FIRST_SEED);
    LongAdder rivals = new LongAdder();

    LongStream.range(FIRST_SEED, FIRST_SEED + SCHEDULES)
        .parallel()
        .forEach(
            seed -> {
              TwoJoins schedule = new TwoJoins(seed, Mutant.NONE);
              schedule.run();
              rivals.add(schedule.hadRivals() ? 1 : 0);
            });

    System.out.printf("%d of them had rivals%n", rivals.sum());
    // A model in which they never meet would pass as well.
    assertThat(rivals.sum()).isGreaterThan(SCHEDULES / 20);
  }

  /** Each rule is needed, and its absence is seen in one of a hundred schedules, at least. */
  @ParameterizedTest
  @EnumSource(value = Mutant.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void aRemovedRuleIsCaught(Mutant mutant) {
    long caught =
        LongStream.range(0, SCHEDULES_PER_MUTANT)
            .parallel()
            .filter(seed -> harms(seed, mutant))
            .count();

    System.out.printf(
        "%s: %s in %d of %d schedules%n", mutant, mutant.harm(), caught, SCHEDULES_PER_MUTANT);
    assertThat(caught).isGreaterThanOrEqualTo(SCHEDULES_PER_MUTANT / 100);
  }

  private static boolean harms(long seed, Mutant mutant) {
    Violation violation = new TwoJoins(seed, mutant).violation();
    return violation != null && violation.kind() == mutant.harm();
  }
}
