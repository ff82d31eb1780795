package io.amoeba.streaming.protocol.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PaceSimulationTest {

  private static final long SCHEDULES = Long.getLong("amoeba.simulation.schedules", 20_000) / 5;

  /** A few schedules are slower than they could be, where noise hides what clients feel. */
  private static final double TOLERATED = 0.003;

  private static final int SCHEDULES_PER_MUTANT = 1_000;

  /** What only one schedule in a hundred shows may be missed after the next change of the model. */
  private static final int LEAST_CAUGHT = SCHEDULES_PER_MUTANT / 100;

  @Test
  void noJoinTakesMoreFromClientsThanItMay() {
    AtomicLong slow = new AtomicLong();
    LongStream.range(0, SCHEDULES)
        .parallel()
        .forEach(
            seed -> {
              PaceSimulation simulation = new PaceSimulation(seed, EnumSet.allOf(PaceRule.class));
              Optional<PaceHarm> harm = simulation.run();
              boolean merelySlow =
                  harm.equals(Optional.of(PaceHarm.TOO_SLOW))
                      || harm.equals(Optional.of(PaceHarm.SLOW_WHILE_IDLE));
              slow.addAndGet(merelySlow ? 1 : 0);
              assertThat(merelySlow ? Optional.empty() : harm)
                  .as("seed " + seed + ": " + simulation.describe())
                  .isEmpty();
            });

    System.out.printf("%d schedules, %d slower than they could be%n", SCHEDULES, slow.get());
    assertThat(slow.get()).isLessThanOrEqualTo((long) (TOLERATED * SCHEDULES));
  }

  /** Each rule is needed, and its absence is seen. */
  @ParameterizedTest
  @EnumSource
  void aRuleThatIsLeftOutIsMissed(PaceMutant mutant) {
    long caught =
        IntStream.range(0, SCHEDULES_PER_MUTANT)
            .parallel()
            .filter(seed -> onlyTheMutantDoesHarm(seed, mutant))
            .count();

    System.out.printf(
        "%s: %s in %d of %d schedules%n", mutant, mutant.harm(), caught, SCHEDULES_PER_MUTANT);
    assertThat(caught).as("schedules that catch " + mutant).isGreaterThanOrEqualTo(LEAST_CAUGHT);
  }

  private static boolean onlyTheMutantDoesHarm(long seed, PaceMutant mutant) {
    return harm(seed, mutant.rules()).equals(Optional.of(mutant.harm()))
        && harm(seed, EnumSet.allOf(PaceRule.class)).isEmpty();
  }

  private static Optional<PaceHarm> harm(long seed, Set<PaceRule> rules) {
    return new PaceSimulation(seed, rules).run();
  }
}
