package io.amoeba.shift.protocol.turns;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.shift.protocol.turns.TurnSimulation.Mutant;
import java.util.OptionalInt;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TurnSimulationTest {

  private static final long SCHEDULES = Long.getLong("amoeba.shift.schedules", 2_000) / 4;
  private static final long FIRST_SEED =
      Long.getLong("amoeba.shift.seed", System.currentTimeMillis() * 1_000_000);
  private static final int SCHEDULES_PER_MUTANT = 200;

  @Test
  void noScheduleViolatesARule() {
    System.out.printf("%d schedules from seed %d (-Damoeba.shift.seed=…)%n", SCHEDULES, FIRST_SEED);
    LongAdder inTurn = new LongAdder();
    LongAdder atBound = new LongAdder();
    LongAdder kills = new LongAdder();

    LongStream.range(FIRST_SEED, FIRST_SEED + SCHEDULES)
        .parallel()
        .forEach(
            seed -> {
              TurnSimulation simulation = new TurnSimulation(seed, Mutant.NONE);
              assertThat(simulation.run()).as("seed %d", seed).isNull();
              inTurn.add(simulation.inTurn());
              atBound.add(simulation.atBound());
              kills.add(simulation.kills());
            });

    System.out.printf(
        "%s compactions in turn, %s at a bound, %s nodes killed or gone%n", inTurn, atBound, kills);
    // A model in which nothing happens would pass as well.
    assertThat(inTurn.sum()).isGreaterThan(5 * SCHEDULES);
    assertThat(atBound.sum()).isGreaterThan(SCHEDULES);
    assertThat(kills.sum()).isGreaterThan(SCHEDULES);
  }

  /** A checker that finds nothing proves nothing: each rule is needed, and its absence is seen. */
  @ParameterizedTest
  @EnumSource(value = Mutant.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void aRemovedRuleIsCaught(Mutant mutant) {
    OptionalInt caught =
        IntStream.range(0, SCHEDULES_PER_MUTANT)
            .filter(seed -> new TurnSimulation(seed, mutant).run() == mutant.violation)
            .findFirst();

    assertThat(caught).as("%s within %d schedules", mutant, SCHEDULES_PER_MUTANT).isPresent();
    System.out.printf("%s: %s, seed %d%n", mutant, mutant.violation, caught.getAsInt());
  }
}
