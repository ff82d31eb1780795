package io.amoeba.coordinator.execute.rescale;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.execute.background.PlanWork.End;
import io.amoeba.coordinator.execute.rescale.SimulatedFlink.FailedStop;
import io.amoeba.coordinator.plan.RescaleJob;
import io.amoeba.coordinator.plan.RescaleWay;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
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

  /** Survives coordinators; a full disk refuses what is written. */
  private static final class Journal implements RescaleJournal {
    private Optional<OpenRescale> open = Optional.empty();
    private boolean full;
    private boolean lost;

    @Override
    public Optional<OpenRescale> open() {
      return open;
    }

    @Override
    public void write(OpenRescale rescale) {
      if (lost) {
        throw new IllegalStateException("another coordinator leads");
      }
      if (full) {
        throw new UncheckedIOException(new java.io.IOException("no space left"));
      }
      open = Optional.of(rescale);
    }

    @Override
    public void end() {
      open = Optional.empty();
    }
  }

  private JobRescaler rescaler(SimulatedFlink flink, RescaleJournal journal) {
    return new JobRescaler(flink, journal, () -> "id-" + ids.incrementAndGet(), LIMIT, flink);
  }

  @Test
  void theJobGoesOnWithMoreSubtasksFromItsSavepoint() {
    SimulatedFlink flink = new SimulatedFlink(1, TO, false);
    Journal journal = new Journal();

    RescaleReport report = rescaler(flink, journal).begin(ACTION, new RescaleControl());

    assertThat(report.end()).isEqualTo(End.COMPLETED);
    assertThat(flink.running()).containsExactly(report.job().orElseThrow());
    assertThat(flink.parallelism(report.job().orElseThrow())).isEqualTo(TO);
    assertThat(journal.open()).isEmpty();
  }

  @Test
  void withoutTaskSlotsForMoreItGoesOnAsItWas() {
    SimulatedFlink flink = new SimulatedFlink(1, FROM, false);
    Journal journal = new Journal();

    RescaleReport report = rescaler(flink, journal).begin(ACTION, new RescaleControl());

    assertThat(report.end()).isEqualTo(End.FAILED);
    assertThat(report.reason()).contains("with 2 subtasks, as before");
    assertThat(flink.running()).hasSize(1);
    assertThat(flink.parallelism(flink.running().get(0))).isEqualTo(FROM);
    assertThat(journal.open()).isEmpty();
  }

  @Test
  void whatIsAbortedBeforeItBeginsChangesNothing() {
    SimulatedFlink flink = new SimulatedFlink(1, TO, false);
    Journal journal = new Journal();
    RescaleControl control = new RescaleControl();
    control.abort();

    RescaleReport report = rescaler(flink, journal).begin(ACTION, control);

    assertThat(report.end()).isEqualTo(End.ABORTED);
    assertThat(flink.running()).containsExactly(SimulatedFlink.FIRST);
    assertThat(flink.history()).isEmpty();
  }

  @Test
  void whatCannotBeWrittenDownDoesNotBegin() {
    SimulatedFlink flink = new SimulatedFlink(1, TO, false);
    Journal journal = new Journal();
    journal.full = true;

    RescaleReport report = rescaler(flink, journal).begin(ACTION, new RescaleControl());

    assertThat(report.end()).isEqualTo(End.FAILED);
    assertThat(report.reason()).contains("nothing was changed", "no space left");
    assertThat(flink.history()).isEmpty();
  }

  @Test
  void whoeverLeadsNoMoreBeginsNothing() {
    SimulatedFlink flink = new SimulatedFlink(1, TO, false);
    Journal journal = new Journal();
    journal.lost = true;

    RescaleReport report = rescaler(flink, journal).begin(ACTION, new RescaleControl());

    assertThat(report.reason()).isEqualTo("nothing was changed: another coordinator leads");
    assertThat(flink.history()).isEmpty();
  }

  @Test
  void aStoppedJobIsNotStartedBeforeThatIsWrittenDownAndThereIsAnAlarm() {
    SimulatedFlink flink = new SimulatedFlink(1, TO, false);
    Journal journal = new Journal();
    journal.write(OpenRescale.bySavepoint(ACTION, "trigger"));
    journal.full = true;

    RescaleReport report =
        rescaler(flink, journal).goOn(journal.open().orElseThrow(), new RescaleControl());

    assertThat(report.left().orElseThrow())
        .contains(
            "ALARM", "no space left", "flink run -p 2 -s file:///savepoints/trigger/savepoint");
    assertThat(flink.running()).isEmpty();

    journal.full = false;
    RescaleReport again =
        rescaler(flink, journal).goOn(journal.open().orElseThrow(), new RescaleControl());
    assertThat(again.end()).isEqualTo(End.COMPLETED);
    assertThat(flink.running()).hasSize(1);
  }

  @Test
  void aJobThatFailsToEndGoesOnFromItsSavepoint() {
    SimulatedFlink flink = new SimulatedFlink(1, TO, false);
    Journal journal = new Journal();
    flink.failNextStop(FailedStop.WITH_SAVEPOINT);

    RescaleReport report = rescaler(flink, journal).begin(ACTION, new RescaleControl());

    assertThat(report.end()).isEqualTo(End.COMPLETED);
    assertThat(flink.running()).containsExactly(report.job().orElseThrow());
    assertThat(journal.open()).isEmpty();
  }

  @Test
  void aJobThatFailsBeforeItsSavepointIsCompleteIsAnAlarmUntilSomebodyStartsIt() {
    SimulatedFlink flink = new SimulatedFlink(1, TO, false);
    Journal journal = new Journal();
    flink.failNextStop(FailedStop.WITHOUT_SAVEPOINT);

    RescaleReport report = rescaler(flink, journal).begin(ACTION, new RescaleControl());

    assertThat(report.left().orElseThrow())
        .contains(
            "ALARM",
            "failed by itself",
            "Flink has kept no checkpoint of it",
            "flink run -p 2 -s <savepoint>");
    assertThat(flink.running()).isEmpty();
    assertThat(journal.open()).isPresent();

    flink.personStarts();
    RescaleReport again =
        rescaler(flink, journal).goOn(journal.open().orElseThrow(), new RescaleControl());
    assertThat(again.end()).isEqualTo(End.FAILED);
    assertThat(again.reason()).isEqualTo("an operator has started it again, as by-hand");
    assertThat(journal.open()).isEmpty();
  }

  @Test
  void aJobThatFailsAfterItHasGoneOnIsNotStartedFromAnOldSavepoint() {
    SimulatedFlink flink = new SimulatedFlink(1, TO, false);
    Journal journal = new Journal();
    flink.failNextStop(FailedStop.WENT_ON);

    RescaleReport report = rescaler(flink, journal).begin(ACTION, new RescaleControl());

    assertThat(report.left().orElseThrow())
        .contains(
            "ALARM",
            "Start it from its newest checkpoint: flink run -p 2 -s " + SimulatedFlink.CHECKPOINT);
    assertThat(flink.running()).isEmpty();
  }

  @Test
  void aJobThatIsRestartedInsteadOfStoppedGoesOnAsItIs() {
    SimulatedFlink flink = new SimulatedFlink(1, TO, false);
    Journal journal = new Journal();
    flink.failNextStop(FailedStop.GOES_ON);

    RescaleReport report = rescaler(flink, journal).begin(ACTION, new RescaleControl());

    assertThat(report.end()).isEqualTo(End.FAILED);
    assertThat(report.reason())
        .isEqualTo("it was not stopped, and continues unchanged: the job failed");
    assertThat(flink.running()).containsExactly(SimulatedFlink.FIRST);
    assertThat(journal.open()).isEmpty();
  }

  @Test
  void whateverHappensOneJobRunsAfterwardsOrAnAlarmSaysWhatToDo() {
    long first = Long.getLong("amoeba.rescale.seed", new Random().nextLong(1_000_000_000));
    int schedules = Integer.getInteger("amoeba.rescale.schedules", 2_000);
    Map<End, Integer> ends = new EnumMap<>(End.class);
    int killed = 0;
    for (long seed = first; seed < first + schedules; seed++) {
      Outcome outcome = schedule(seed);
      ends.merge(outcome.end(), 1, Integer::sum);
      killed += outcome.killed();
    }
    System.out.printf(
        "rescale: %d schedules from seed %d, coordinator killed %d times, ends %s%n",
        schedules, first, killed, ends);
    assertThat(ends).containsKeys(End.COMPLETED, End.FAILED);
    assertThat(killed).isPositive();
  }

  private record Outcome(End end, int killed) {}

  private Outcome schedule(long seed) {
    Random random = new Random(seed);
    SimulatedFlink flink = new SimulatedFlink(seed, random.nextInt(4) == 0 ? FROM : TO, true);
    Journal journal = new Journal();
    List<String> alarms = new ArrayList<>();
    int killed = 0;
    try {
      flink.beginTrouble();
      RescaleReport report = null;
      try {
        report = rescaler(flink, journal).begin(ACTION, control(random));
        requireTrue(report, flink);
      } catch (SimulatedFlink.Killed e) {
        killed++;
      }
      int attempts = 0;
      while (journal.open().isPresent()) {
        attempts++;
        if (attempts > 20) {
          flink.calmDown();
        }
        if (attempts > 60) {
          break;
        }
        try {
          report = rescaler(flink, journal).goOn(journal.open().orElseThrow(), control(random));
          report.left().ifPresent(alarms::add);
          requireTrue(report, flink);
          flink.untilNextLook();
          if (attempts < 50 && random.nextInt(10) == 0) {
            flink.personStarts();
          }
        } catch (SimulatedFlink.Killed e) {
          killed++;
        }
      }
      flink.calmDown();
      for (int i = 0; i < 100; i++) {
        flink.untilNextLook(); // what is late arrives
      }
      check(flink, journal, alarms);
      return new Outcome(report == null ? End.FAILED : report.end(), killed);
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed + ": " + flink.history(), e);
    }
  }

  private static void requireTrue(RescaleReport report, SimulatedFlink flink) {
    if (report.reason().contains("continues unchanged")) {
      assertThat(flink.isCanceledByPerson()).as(report.reason()).isFalse();
    }
  }

  private static RescaleControl control(Random random) {
    RescaleControl control = new RescaleControl();
    if (random.nextInt(8) == 0) {
      control.abort();
    }
    return control;
  }

  private static void check(SimulatedFlink flink, Journal journal, List<String> alarms) {
    if (flink.running().size() == 1) {
      assertThat(journal.open()).as("what runs is nothing half done").isEmpty();
      assertThat(flink.allRun(flink.running().get(0))).as("all subtasks run").isTrue();
      return;
    }
    assertThat(flink.running()).as("jobs that run").isEmpty();
    if (!flink.interferedWith()) {
      assertThat(journal.open()).as("nobody goes on, and nobody is told").isPresent();
      assertThat(alarms).as("alarms").isNotEmpty();
      assertThat(alarms.get(alarms.size() - 1)).contains("ALARM", "flink run");
    }
  }
}
