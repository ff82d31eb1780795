package io.amoeba.streaming.protocol.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationTest {

  private static final long SCHEDULES = Long.getLong("amoeba.simulation.schedules", 20_000);
  private static final long FIRST_SEED =
      Long.getLong("amoeba.simulation.seed", System.currentTimeMillis() * 1_000_000);

  /** Far more than the rarest one needs. */
  private static final int SCHEDULES_PER_MUTANT = 20_000;

  @Test
  void noScheduleLosesAnAcknowledgedWriteOrFailsToEnd() {
    System.out.printf(
        "%d schedules from seed %d (-Damoeba.simulation.seed=…)%n", SCHEDULES, FIRST_SEED);
    LongAdder events = new LongAdder();
    LongAdder writes = new LongAdder();
    long startNanos = System.nanoTime();

    LongStream.range(FIRST_SEED, FIRST_SEED + SCHEDULES)
        .parallel()
        .forEach(
            seed -> {
              Simulation simulation = Simulation.of(seed, Mutant.NONE);
              simulation.run();
              events.add(simulation.events());
              writes.add(simulation.acknowledgedWrites());
            });

    System.out.printf(
        "%.0f schedules/s, %d events, %d acknowledged writes%n",
        SCHEDULES / ((System.nanoTime() - startNanos) / 1e9), events.sum(), writes.sum());
    // A model in which nothing happens would pass as well.
    assertThat(writes.sum()).isGreaterThan(10 * SCHEDULES);
  }

  @Test
  void aPaceThatIsSwitchedOnTheWayHarmsNobody() {
    LongStream.range(FIRST_SEED, FIRST_SEED + SCHEDULES / 4)
        .parallel()
        .forEach(seed -> Simulation.of(seed, Mutant.NONE).withSwitchedPaces().run());
  }

  /** Each one violated a rule once, with the product or the model as it was then. */
  @ParameterizedTest
  @ValueSource(longs = {1795866627182012706L, 1795956701806019641L, 6953, 8333})
  void schedulesThatOnceViolatedARuleNoLongerDo(long seed) {
    new Simulation(seed, Mutant.NONE).run();
  }

  /** A checker that finds nothing proves nothing: each rule is needed, and its absence is seen. */
  @ParameterizedTest
  @EnumSource(value = Mutant.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void aRemovedRuleIsCaught(Mutant mutant) {
    OptionalInt caught =
        IntStream.range(0, SCHEDULES_PER_MUTANT)
            .parallel()
            .filter(seed -> harms(seed, mutant))
            .findAny();

    assertThat(caught).as("seed 0 … " + SCHEDULES_PER_MUTANT + " of " + mutant).isPresent();
    System.out.printf("%s: %s, seed %d%n", mutant, mutant.harm(), caught.getAsInt());
  }

  private static boolean harms(long seed, Mutant mutant) {
    try {
      Simulation.of(seed, mutant).run();
      return false;
    } catch (Violation violation) {
      return violation.kind() == mutant.harm();
    }
  }

  @Test
  void theSameSeedIsTheSameSchedule() {
    long[] events = new long[2];
    Arrays.setAll(
        events,
        run -> {
          Simulation simulation = Simulation.of(7, Mutant.NONE);
          simulation.run();
          return simulation.events();
        });

    assertThat(events[0]).isEqualTo(events[1]);
  }
}
