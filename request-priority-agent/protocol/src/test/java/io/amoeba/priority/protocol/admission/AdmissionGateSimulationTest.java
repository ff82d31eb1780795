package io.amoeba.priority.protocol.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AdmissionGateSimulationTest {

  private static final long SCHEDULES = Long.getLong("amoeba.priority.schedules", 2_000);
  private static final long FIRST_SEED =
      Long.getLong("amoeba.priority.seed", System.currentTimeMillis() * 1_000_000);
  private static final int SCHEDULES_PER_MUTANT = 2_000;

  @Test
  void noScheduleViolatesARule() {
    System.out.printf(
        "%d schedules from seed %d (-Damoeba.priority.seed=…)%n", SCHEDULES, FIRST_SEED);
    LongAdder released = new LongAdder();
    LongAdder shed = new LongAdder();

    LongStream.range(FIRST_SEED, FIRST_SEED + SCHEDULES)
        .parallel()
        .forEach(
            seed -> {
              GateSimulation simulation = new GateSimulation(seed, GateMutant.NONE);
              assertThat(simulation.run()).as("seed %d", seed).isNull();
              released.add(simulation.released());
              shed.add(simulation.shed());
            });

    // A model in which nothing is held or shed would pass as well.
    assertThat(released.sum()).isGreaterThan(10 * SCHEDULES);
    assertThat(shed.sum()).isGreaterThan(5 * SCHEDULES);
  }

  /** A checker that finds nothing proves nothing: each rule is needed, and its absence is seen. */
  @ParameterizedTest
  @EnumSource(value = GateMutant.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void aRemovedRuleIsCaught(GateMutant mutant) {
    OptionalInt caught =
        IntStream.range(0, SCHEDULES_PER_MUTANT)
            .filter(seed -> new GateSimulation(seed, mutant).run() == mutant.violation())
            .findFirst();

    assertThat(caught).as("%s within %d schedules", mutant, SCHEDULES_PER_MUTANT).isPresent();
    System.out.printf("%s: %s, seed %d%n", mutant, mutant.violation(), caught.getAsInt());
  }
}
