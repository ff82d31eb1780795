package io.amoeba.shift.protocol.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShiftSimulationTest {

  private static final long SCHEDULES = Long.getLong("amoeba.shift.schedules", 2_000);
  private static final long FIRST_SEED =
      Long.getLong("amoeba.shift.seed", System.currentTimeMillis() * 1_000_000);
  private static final int SCHEDULES_PER_MUTANT = 500;

  @Test
  void noScheduleViolatesARule() {
    System.out.printf("%d schedules from seed %d (-Damoeba.shift.seed=…)%n", SCHEDULES, FIRST_SEED);
    LongAdder shifts = new LongAdder();
    LongAdder gaveWay = new LongAdder();
    LongAdder drained = new LongAdder();

    LongStream.range(FIRST_SEED, FIRST_SEED + SCHEDULES)
        .parallel()
        .forEach(
            seed -> {
              ShiftSimulation simulation = new ShiftSimulation(seed, ShiftMutant.NONE);
              assertThat(simulation.run()).as("seed %d", seed).isNull();
              shifts.add(simulation.shifts());
              gaveWay.add(simulation.gaveWay());
              drained.add(simulation.drained());
            });

    System.out.printf("%s shifts, %s gave way, %s drained%n", shifts, gaveWay, drained);
    // A model in which nothing happens would pass as well.
    assertThat(shifts.sum()).isGreaterThan(2 * SCHEDULES);
    assertThat(gaveWay.sum()).isGreaterThan(SCHEDULES / 10);
    assertThat(drained.sum()).isGreaterThan(SCHEDULES / 10);
  }

  /** A checker that finds nothing proves nothing: each rule is needed, and its absence is seen. */
  @ParameterizedTest
  @EnumSource(value = ShiftMutant.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void aRemovedRuleIsCaught(ShiftMutant mutant) {
    OptionalInt caught =
        IntStream.range(0, SCHEDULES_PER_MUTANT)
            .filter(seed -> new ShiftSimulation(seed, mutant).run() == mutant.violation())
            .findFirst();

    assertThat(caught).as("%s within %d schedules", mutant, SCHEDULES_PER_MUTANT).isPresent();
    System.out.printf("%s: %s, seed %d%n", mutant, mutant.violation(), caught.getAsInt());
  }
}
