package io.amoeba.freshreads.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The guarantee in simulated schedules of faults: for an answer of a replica that is handed over at
 * d, there is a moment p ≥ d − bound such that the answer contains every write to its key that the
 * shard's primary had executed by p. Writes that a failover loses are no writes.
 */
class GuaranteeSimulationTest {

  /** Together a million answers; more by the property. */
  private static final long SCHEDULES = Long.getLong("amoeba.freshreads.schedules", 2000);

  private static final long MUTANT_SCHEDULES = 1000;
  private static final long CLOCK_SCHEDULES = 100;

  @ParameterizedTest
  @EnumSource(names = {"NONE", "OFFSETS"})
  void noAnswerIsOlderThanTheBound(Mutant without) {
    long taken = 0;
    long refused = 0;
    for (long seed = 0; seed < SCHEDULES; seed++) {
      FaultSchedule.Result result = FaultSchedule.run(seed, without);
      assertThat(result.violation()).as("seed %d", seed).isNull();
      taken += result.taken();
      refused += result.refused();
    }

    assertThat(taken).isGreaterThan(500 * SCHEDULES);
    assertThat(refused).isGreaterThan(10 * SCHEDULES);
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"NONE", "OFFSETS"})
  void mutantIsCaught(Mutant mutant) {
    assertThat(LongStream.range(0, MUTANT_SCHEDULES))
        .anyMatch(seed -> FaultSchedule.run(seed, mutant).violation() != null);
  }

  @ParameterizedTest
  @ValueSource(longs = {-900, -300, 300})
  void aStepOfTheWallClockDoesNotMatter(long millis) {
    for (long seed = 0; seed < CLOCK_SCHEDULES; seed++) {
      FaultSchedule.Result result =
          FaultSchedule.runSilence(seed, Mutant.NONE, Duration.ofMillis(millis));
      assertThat(result.violation()).as("seed %d", seed).isNull();
      assertThat(result.taken()).as("seed %d", seed).isPositive();
    }
  }

  @Test
  void aStepOfTheWallClockIsWhatCatchesTheClientThatReadsIt() {
    Duration back = Duration.ofMillis(-300);

    assertThat(LongStream.range(0, CLOCK_SCHEDULES))
        .allMatch(seed -> isKept(seed, Duration.ZERO))
        .anyMatch(seed -> !isKept(seed, back));
  }

  private static boolean isKept(long seed, Duration clockStep) {
    return FaultSchedule.runSilence(seed, Mutant.WALL_CLOCK, clockStep).violation() == null;
  }
}
