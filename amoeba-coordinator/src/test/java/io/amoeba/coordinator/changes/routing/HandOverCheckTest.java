package io.amoeba.coordinator.changes.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.amoeba.coordinator.changes.routing.HandOverScenario.Fault;
import io.amoeba.partitioner.handover.SwitchedOff;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Explores every interleaving of a hand-over within bounds, see {@link HandOverModel} for what is
 * checked. Each run prints the number of states, the depth and the time; a failure shows a shortest
 * trace.
 */
class HandOverCheckTest {

  private static final int MOST_STATES = 500_000;

  /** As many as the heap of a test holds. */
  private static final int MOST_STATES_OF_LONG_TESTS = 2_000_000;

  /** A map is published, prepared and committed, but no router has heard of the commit. */
  private static final String COMMITTED = "PUBLISH, POLL 0, REPORT 0, POLL 1, REPORT 1, ";

  private static final String KEPT = "POLL 0, SEND 0, RECEIVE 0 0, RECEIVE 0 1, RECEIVE 0 1, ";

  private static final String ALL_MARKERS = "RECEIVE 0 0, RECEIVE 0 1, RECEIVE 1 0, RECEIVE 1 1, ";

  @ParameterizedTest(name = "{0}")
  @MethodSource("bounded")
  void everyInterleavingKeepsTheOrderAndEnds(String name, HandOverScenario scenario) {
    assertThatItHolds(name, scenario, MOST_STATES);
  }

  static Stream<Arguments> bounded() {
    HandOverScenario two = HandOverScenario.of(2, 1, 1);
    return Stream.of(
        arguments("three routers and gates", HandOverScenario.of(3, 1, 1)),
        arguments("two hand-overs", HandOverScenario.of(2, 1, 1, 0)),
        arguments("routers and gates apart", HandOverScenario.of(2, 0, 1).routersAndGatesApart()),
        arguments("late report", two.faults(1, Fault.LATE_REPORT)),
        arguments("late answer", two.faults(1, Fault.LATE_ANSWER)),
        arguments("busy router", two.faults(1, Fault.BUSY_ROUTER)),
        arguments("coordinator restarted", two.faults(1, Fault.COORDINATOR_RESTARTED)),
        arguments("report expired", two.faults(1, Fault.REPORT_EXPIRED)),
        arguments("input ended", two.faults(1, Fault.INPUT_ENDED)),
        arguments(
            "job restored",
            HandOverScenario.of(2, 0, 1).checkpoints(1).faults(1, Fault.JOB_RESTORED)),
        arguments("kept record restored", withARestoredRecord()),
        arguments(
            "task manager killed",
            HandOverScenario.of(2, 0, 1).faults(1, Fault.TASK_MANAGER_KILLED)),
        arguments(
            "coordinator without a state file",
            HandOverScenario.of(2, 0, 1, 0)
                .withoutStateFile()
                .faults(1, Fault.COORDINATOR_RESTARTED)),
        arguments("the same with a busy router", busyWithoutStateFile()));
  }

  /** Gate 1 keeps a record of router 0, which has switched; router 1 has not. */
  private static HandOverScenario withAKeptRecord() {
    return HandOverScenario.of(2, 2, 1)
        .checkpoints(1)
        .faults(1, Fault.JOB_RESTORED)
        .after(COMMITTED + KEPT);
  }

  /** The job has just restarted from a checkpoint with such a record. */
  private static HandOverScenario withARestoredRecord() {
    return withAKeptRecord()
        .after(COMMITTED + KEPT + "BARRIER 0, BARRIER 1, CUT 0, CUT 1, JOB_RESTARTED");
  }

  /** Router 0 has not looked at the COMMIT of a coordinator that is gone, with its memory. */
  private static HandOverScenario busyWithoutStateFile() {
    return HandOverScenario.of(2, 0, 1, 0)
        .withoutStateFile()
        .faults(2, Fault.COORDINATOR_RESTARTED, Fault.BUSY_ROUTER)
        .after(COMMITTED + "BUSY 0, COORDINATOR_RESTARTED");
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"NOTHING", "NEWEST_MAP_KEPT", "ALL_PREPARED"})
  void aRuleThatIsSwitchedOffIsNoticed(SwitchedOff rule) {
    StateSpace.Result result =
        explore("without " + rule, revealing(rule).without(rule), MOST_STATES);

    assertThat(result.holds()).as(result::report).isFalse();
  }

  /** These only decide when something happens, or need two coordinators at once. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"NEWEST_MAP_KEPT", "ALL_PREPARED"})
  void aRuleThatIsNotNeededHereIsNotMissed(SwitchedOff rule) {
    HandOverScenario scenario =
        HandOverScenario.of(2, 0, 1, 0).faults(1, Fault.COORDINATOR_RESTARTED);

    assertThatItHolds("without " + rule, scenario.without(rule), MOST_STATES);
  }

  private static HandOverScenario revealing(SwitchedOff rule) {
    HandOverScenario twoRecords = HandOverScenario.of(2, 2, 1);
    HandOverScenario restarted = HandOverScenario.of(2, 0, 1).faults(1, Fault.JOB_RESTARTED);
    switch (rule) {
      case COMMIT_AWAITED:
      case HAND_OVER_AWAITED:
        return HandOverScenario.of(2, 0, 1, 0);
      case COMPLETION_AWAITED:
      case OWN_INCARNATION_IN_COHORT:
        return restarted;
      case NEWEST_MAP_RESTORED:
        return restarted.checkpoints(1);
      case COHORTS_COMPARED:
        return HandOverScenario.of(2, 0, 1)
            .routersAndGatesApart()
            .faults(3, Fault.JOB_RESTARTED, Fault.LATE_REPORT)
            .after(
                "LATE_REPORT 2, LATE_REPORT 3, JOB_RESTARTED, REPORT 0, REPORT 1, "
                    + "LATE_REPORT_ARRIVES 2, LATE_REPORT_ARRIVES 3");
      case CHECKPOINT_AFTER_MARKERS:
        return twoRecords.checkpoints(1);
      case FLUSHED_BEFORE_CHECKPOINT:
        return HandOverScenario.of(2, 2).checkpoints(1).faults(1, Fault.JOB_RESTORED);
      case KEPT_RECORDS_STORED:
      case GATES_AWAITED_AFTER_RESTORE:
        return withAKeptRecord();
      case REPORTS_OF_OWN_COHORT:
        return twoRecords
            .faults(2, Fault.JOB_RESTARTED, Fault.LATE_REPORT)
            .after(
                "PUBLISH, CALM, LATE_REPORT 0, JOB_RESTARTED, "
                    + ALL_MARKERS
                    + "MAIL 0, MAIL 1, REPORT 0, REPORT 1");
      case REPORTS_OF_OWN_EPOCH:
        return HandOverScenario.of(2, 2, 1, 0)
            .routersAndGatesApart()
            .faults(1, Fault.LATE_ANSWER)
            .after(
                COMMITTED
                    + "POLL 0, POLL 1, "
                    + ALL_MARKERS
                    + "REPORT 3, LATE_ANSWER 2, REPORT 2, REPORT 0, REPORT 1, "
                    + COMMITTED);
      case COMMIT_STORED:
        return HandOverScenario.of(2, 0, 1).faults(1, Fault.COORDINATOR_RESTARTED);
      case NEWEST_WORD_DECIDES:
      case FORMER_WORD_DROPPED:
        return busyWithoutStateFile();
      case ALL_ROUTERS_HEAR:
        return HandOverScenario.of(2, 0, 1, 0)
            .withoutStateFile()
            .faults(2, Fault.COORDINATOR_RESTARTED, Fault.LATE_ANSWER);
      default:
        return twoRecords;
    }
  }

  @Tag("long")
  @ParameterizedTest(name = "{0}")
  @MethodSource("deep")
  void everyInterleavingOfMoreKeepsTheOrderAndEnds(String name, HandOverScenario scenario) {
    assertThatItHolds(name, scenario, MOST_STATES_OF_LONG_TESTS);
  }

  static Stream<Arguments> deep() {
    HandOverScenario two = HandOverScenario.of(2, 1, 1, 0);
    return Stream.of(
        arguments("two hand-overs of more records", HandOverScenario.of(2, 2, 1, 0)),
        arguments("checkpoint", HandOverScenario.of(2, 2, 1).checkpoints(1)),
        arguments("late report", two.faults(1, Fault.LATE_REPORT)),
        arguments("late answer", two.faults(1, Fault.LATE_ANSWER)),
        arguments("busy router", two.faults(1, Fault.BUSY_ROUTER)),
        arguments("coordinator restarted", two.faults(1, Fault.COORDINATOR_RESTARTED)),
        arguments("report expired", two.faults(1, Fault.REPORT_EXPIRED)),
        arguments("input ended", two.faults(1, Fault.INPUT_ENDED)));
  }

  private static void assertThatItHolds(String name, HandOverScenario scenario, int most) {
    StateSpace.Result result = explore(name, scenario, most);

    assertThat(result.holds()).as(result::report).isTrue();
    assertThat(result.exhausted()).as(result::report).isTrue();
  }

  private static StateSpace.Result explore(String name, HandOverScenario scenario, int most) {
    long start = System.nanoTime();
    StateSpace.Result result = new StateSpace<>(new HandOverModel(scenario), most).explore();
    System.out.printf(
        "hand-over, %s: %s, %.1f s%n", name, result.summary(), (System.nanoTime() - start) / 1e9);
    return result;
  }
}
