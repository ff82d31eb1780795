package io.amoeba.coordinator.changes.parallelism;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.parallelism.SimulatedFlink.FailedStop;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.operations.OperationDriver;
import io.amoeba.coordinator.operations.OperationDriver.Killed;
import io.amoeba.coordinator.operations.OperationDriver.Outcome;
import io.amoeba.coordinator.operations.OperationDriver.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Jobs are rescaled in worlds where anything may go wrong. {@code -Damoeba.rescale.seed} and {@code
 * -Damoeba.rescale.schedules} choose others, and more.
 */
class RescaleSimulationTest {

  private static final int FROM = 2;
  private static final int TO = 3;
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final RescaleJob ACTION =
      new RescaleJob(
          SimulatedFlink.FIRST,
          SimulatedFlink.NAME,
          RescaleWay.SAVEPOINT,
          FROM,
          TO,
          List.of("c"),
          List.of());

  private final AtomicInteger ids = new AtomicInteger();

  private OperationDriver<OpenRescale> driver(SimulatedFlink flink) {
    return new OperationDriver<>(
        new RescaleOperation(flink, () -> "id-" + ids.incrementAndGet(), LIMIT, flink));
  }

  private static Result<OpenRescale> begin(OperationDriver<OpenRescale> driver) {
    return driver.begin(OpenRescale.planned(ACTION));
  }

  private static Consumer<Record> full() {
    return state -> {
      throw new UncheckedIOException("no space left", new IOException());
    };
  }

  /** As people see it. */
  private static String alarm(Result<OpenRescale> report) {
    assertThat(report.outcome()).isEqualTo(Outcome.WAITS);
    Problem problem = Symptom.ofOperation(report.problems().get(0)).problem();
    return problem.severity() + ": " + problem.message();
  }

  @Test
  void theJobGoesOnWithMoreSubtasksFromItsSavepoint() {
    SimulatedFlink flink = new SimulatedFlink(1, TO, false);
    OperationDriver<OpenRescale> driver = driver(flink);

    Result<OpenRescale> report = begin(driver);

    assertThat(report.outcome()).isEqualTo(Outcome.DONE);
    assertThat(flink.running()).containsExactly(report.state().end().job());
    assertThat(flink.parallelism(report.state().end().job())).isEqualTo(TO);
    assertThat(driver.open()).isEmpty();
  }

  @Test
  void withoutTaskSlotsForMoreItGoesOnAsItWas() {
    SimulatedFlink flink = new SimulatedFlink(1, FROM, false);
    OperationDriver<OpenRescale> driver = driver(flink);

    Result<OpenRescale> report = begin(driver);

    assertThat(report.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(report.text()).contains("with 2 subtasks, as before");
    assertThat(flink.running()).hasSize(1);
    assertThat(flink.parallelism(flink.running().get(0))).isEqualTo(FROM);
    assertThat(driver.open()).isEmpty();
  }

  @Test
  void whatIsAbortedBeforeItBeginsChangesNothing() {
    SimulatedFlink flink = new SimulatedFlink(1, TO, false);
    OperationDriver<OpenRescale> driver = driver(flink);
    driver.abort();

    Result<OpenRescale> report = begin(driver);

    assertThat(report.outcome()).isEqualTo(Outcome.ABORTED);
    assertThat(flink.running()).containsExactly(SimulatedFlink.FIRST);
    assertThat(flink.history()).isEmpty();
  }

  @Test
  void whatCannotBeWrittenDownDoesNotBegin() {
    SimulatedFlink flink = new SimulatedFlink(1, TO, false);
    OperationDriver<OpenRescale> driver = driver(flink);
    driver.journal().beforeWrite(full());

    Result<OpenRescale> report = begin(driver);

    assertThat(report.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(report.text()).contains("nothing was changed", "no space left");
    assertThat(flink.history()).isEmpty();
  }

  @Test
  void whoeverLeadsNoMoreBeginsNothing() {
    SimulatedFlink flink = new SimulatedFlink(1, TO, false);
    OperationDriver<OpenRescale> driver = driver(flink);
    driver
        .journal()
        .beforeWrite(
            state -> {
              throw new IllegalStateException("another coordinator leads");
            });

    Result<OpenRescale> report = begin(driver);

    assertThat(report.text()).isEqualTo("nothing was changed: another coordinator leads");
    assertThat(flink.history()).isEmpty();
  }

  @Test
  void aStoppedJobIsNotStartedBeforeThatIsWrittenDownAndThereIsAnAlarm() {
    SimulatedFlink flink = new SimulatedFlink(1, TO, false);
    OperationDriver<OpenRescale> driver = driver(flink);
    driver.leave(OpenRescale.planned(ACTION).bySavepoint("trigger"));
    driver.journal().beforeWrite(full());

    Result<OpenRescale> report = driver.goOn();

    assertThat(alarm(report))
        .contains(
            "ALARM", "no space left", "flink run -p 2 -s file:///savepoints/trigger/savepoint");
    assertThat(flink.running()).isEmpty();

    driver.journal().beforeWrite(state -> {});
    Result<OpenRescale> again = driver.goOn();
    assertThat(again.outcome()).isEqualTo(Outcome.DONE);
    assertThat(flink.running()).hasSize(1);
  }

  @Test
  void aJobThatFailsToEndGoesOnFromItsSavepoint() {
    SimulatedFlink flink = new SimulatedFlink(1, TO, false);
    OperationDriver<OpenRescale> driver = driver(flink);
    flink.failNextStop(FailedStop.WITH_SAVEPOINT);

    Result<OpenRescale> report = begin(driver);

    assertThat(report.outcome()).isEqualTo(Outcome.DONE);
    assertThat(flink.running()).containsExactly(report.state().end().job());
    assertThat(driver.open()).isEmpty();
  }

  @Test
  void aJobThatFailsBeforeItsSavepointIsCompleteIsAnAlarmUntilSomebodyStartsIt() {
    SimulatedFlink flink = new SimulatedFlink(1, TO, false);
    OperationDriver<OpenRescale> driver = driver(flink);
    flink.failNextStop(FailedStop.WITHOUT_SAVEPOINT);

    Result<OpenRescale> report = begin(driver);

    assertThat(alarm(report))
        .contains(
            "ALARM",
            "failed by itself",
            "Flink has kept no checkpoint of it",
            "flink run -p 2 -s <savepoint>");
    assertThat(flink.running()).isEmpty();
    assertThat(driver.open()).isPresent();

    flink.personStarts();
    Result<OpenRescale> again = driver.goOn();
    assertThat(again.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(again.text()).isEqualTo("an operator has started it again, as by-hand");
    assertThat(driver.open()).isEmpty();
  }

  @Test
  void aJobThatFailsAfterItHasGoneOnIsNotStartedFromAnOldSavepoint() {
    SimulatedFlink flink = new SimulatedFlink(1, TO, false);
    OperationDriver<OpenRescale> driver = driver(flink);
    flink.failNextStop(FailedStop.WENT_ON);

    Result<OpenRescale> report = begin(driver);

    assertThat(alarm(report))
        .contains(
            "ALARM",
            "Start it from its newest checkpoint: flink run -p 2 -s " + SimulatedFlink.CHECKPOINT);
    assertThat(flink.running()).isEmpty();
  }

  @Test
  void aJobThatIsRestartedInsteadOfStoppedGoesOnAsItIs() {
    SimulatedFlink flink = new SimulatedFlink(1, TO, false);
    OperationDriver<OpenRescale> driver = driver(flink);
    flink.failNextStop(FailedStop.GOES_ON);

    Result<OpenRescale> report = begin(driver);

    assertThat(report.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(report.text())
        .isEqualTo("it was not stopped, and continues unchanged: the job failed");
    assertThat(flink.running()).containsExactly(SimulatedFlink.FIRST);
    assertThat(driver.open()).isEmpty();
  }

  @Test
  void whateverHappensOneJobRunsAfterwardsOrAnAlarmSaysWhatToDo() {
    long first = Long.getLong("amoeba.rescale.seed", new Random().nextLong(1_000_000_000));
    int schedules = Integer.getInteger("amoeba.rescale.schedules", 2_000);
    Map<Outcome, Integer> ends = new EnumMap<>(Outcome.class);
    int killed = 0;
    for (long seed = first; seed < first + schedules; seed++) {
      Ending ending = schedule(seed);
      ends.merge(ending.outcome(), 1, Integer::sum);
      killed += ending.killed();
    }
    System.out.printf(
        "rescale: %d schedules from seed %d, coordinator killed %d times, ends %s%n",
        schedules, first, killed, ends);
    assertThat(ends).containsKeys(Outcome.DONE, Outcome.FAILED);
    assertThat(killed).isPositive();
  }

  private record Ending(Outcome outcome, int killed) {}

  private Ending schedule(long seed) {
    Random random = new Random(seed);
    SimulatedFlink flink = new SimulatedFlink(seed, random.nextInt(4) == 0 ? FROM : TO, true);
    OperationDriver<OpenRescale> driver = driver(flink);
    List<String> alarms = new ArrayList<>();
    int killed = 0;
    try {
      flink.beginTrouble();
      Result<OpenRescale> report = null;
      try {
        steer(driver, random);
        report = begin(driver);
        requireTrue(report, flink);
      } catch (Killed e) {
        killed++;
      }
      int attempts = 0;
      while (driver.open().isPresent()) {
        attempts++;
        if (attempts > 20) {
          flink.calmDown();
        }
        if (attempts > 60) {
          break;
        }
        try {
          steer(driver, random);
          report = driver.goOn();
          if (report.outcome() == Outcome.WAITS) {
            alarms.add(alarm(report));
          }
          requireTrue(report, flink);
          flink.sleep(Rescaler.BETWEEN_LOOKS);
          if (attempts < 50 && random.nextInt(10) == 0) {
            flink.personStarts();
          }
        } catch (Killed e) {
          killed++;
        }
      }
      flink.calmDown();
      for (int i = 0; i < 100; i++) {
        flink.sleep(Rescaler.BETWEEN_LOOKS); // what is late arrives
      }
      check(flink, driver, alarms);
      return new Ending(outcome(report), killed);
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed + ": " + flink.history(), e);
    }
  }

  private static Outcome outcome(@Nullable Result<OpenRescale> report) {
    if (report == null) {
      return Outcome.FAILED;
    }
    boolean rescaled = !report.state().end().job().isEmpty();
    return report.outcome() == Outcome.DONE && !rescaled ? Outcome.ABORTED : report.outcome();
  }

  private static void requireTrue(Result<OpenRescale> report, SimulatedFlink flink) {
    String reason = report.state().end().reason();
    if (reason.contains("continues unchanged")) {
      assertThat(flink.isCanceledByPerson()).as(reason).isFalse();
    }
  }

  private static void steer(OperationDriver<OpenRescale> driver, Random random) {
    if (random.nextInt(8) == 0) {
      driver.abort();
    }
    if (random.nextInt(8) == 0) {
      driver.killAfterWrite(1 + random.nextInt(4));
    }
  }

  private static void check(
      SimulatedFlink flink, OperationDriver<OpenRescale> driver, List<String> alarms) {
    if (flink.running().size() == 1) {
      assertThat(driver.open()).as("what runs is nothing half done").isEmpty();
      assertThat(flink.allRun(flink.running().get(0))).as("all subtasks run").isTrue();
      return;
    }
    assertThat(flink.running()).as("jobs that run").isEmpty();
    if (!flink.interferedWith()) {
      assertThat(driver.open()).as("nobody goes on, and nobody is told").isPresent();
      assertThat(alarms).as("alarms").isNotEmpty();
      assertThat(alarms.get(alarms.size() - 1)).contains("ALARM", "flink run");
    }
  }
}
