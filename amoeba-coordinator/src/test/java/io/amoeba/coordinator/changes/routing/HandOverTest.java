package io.amoeba.coordinator.changes.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.monitor.EdgeReports;
import io.amoeba.partitioner.placement.Cohort;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.protocol.Completed;
import io.amoeba.partitioner.placement.protocol.DirectReport;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.Finished;
import io.amoeba.partitioner.placement.protocol.GateReport;
import io.amoeba.partitioner.placement.protocol.Phase;
import io.amoeba.partitioner.placement.protocol.RouterReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class HandOverTest {

  private static final EdgeId EDGE = new EdgeId("job", "Toll");
  private static final long[] FIRST = {11, 12};
  private static final long[] SECOND = {21, 22};
  private static final int GATES = 3;

  @Test
  void nothingIsPublishedBeforeEveryRouterHasReported() {
    EdgeReports oneOfTwo = reports(routers(FIRST, 0, 0).subList(0, 1), gates(FIRST, 0));

    EdgeState state = HandOver.advance(EdgeState.unknown(EDGE, GATES), oneOfTwo);

    assertThat(HandOver.mayPublish(state, oneOfTwo)).isFalse();
  }

  @Test
  void nothingIsPublishedBeforeEveryGateHasReportedTheRouters() {
    EdgeReports withoutOneGate = reports(routers(FIRST, 0, 0), gates(FIRST, 0).subList(0, 2));

    EdgeState state = HandOver.advance(EdgeState.unknown(EDGE, GATES), withoutOneGate);

    assertThat(state.completed()).isEmpty();
    assertThat(HandOver.mayPublish(state, withoutOneGate)).isFalse();
  }

  @Test
  void aRouterWhoseInputHasEndedKeepsNoMapFromBeingCompleted() {
    List<RouterReport> theOther = routers(FIRST, 0, 0).subList(1, 2);
    EdgeReports before = reports(theOther, gatesThatHeardOfTheEnd(0));

    EdgeState state = HandOver.advance(EdgeState.unknown(EDGE, GATES), before);
    assertThat(HandOver.mayPublish(state, before)).isTrue();
    state = HandOver.publish(state, GATES, owners(1));
    EdgeReports prepared = reports(routers(FIRST, 0, 1).subList(1, 2), gatesThatHeardOfTheEnd(0));
    state = HandOver.advance(state, prepared);
    assertThat(state.phase()).isEqualTo(Phase.COMMIT);
    EdgeReports switched = reports(routers(FIRST, 1, 1).subList(1, 2), gatesThatHeardOfTheEnd(1));
    state = HandOver.advance(state, switched);

    assertThat(state.completed()).contains(new Completed(1, List.of(11L, 12L)));
    assertThat(HandOver.progress(state, switched).complete()).isTrue();
  }

  @Test
  void hashRoutingIsCompletedLikeAnyEpoch() {
    EdgeReports reports = reports(routers(FIRST, 0, 0), gates(FIRST, 0));

    EdgeState state = HandOver.advance(EdgeState.unknown(EDGE, GATES), reports);

    assertThat(state.completed()).contains(new Completed(0, List.of(11L, 12L)));
    assertThat(HandOver.mayPublish(state, reports)).isTrue();
    assertThat(state.map()).isEmpty();
    assertThat(state.epoch()).isZero();
  }

  @Test
  void firstMapTakesTheEpochAfterTheHighestEverReported() {
    EdgeReports restored = reports(routers(FIRST, 7, 9), gates(FIRST, 7));

    EdgeState state = HandOver.advance(EdgeState.unknown(EDGE, GATES), restored);

    assertThat(HandOver.publish(state, GATES, owners(0)).epoch()).isEqualTo(10);
  }

  @Test
  void mapIsCommittedWhenEveryRouterIsPreparedAndNotBefore() {
    EdgeState published = published(FIRST, 4);
    List<RouterReport> mixed = List.of(router(0, 2, FIRST[0], 4, 5), router(1, 2, FIRST[1], 4, 4));

    EdgeState waiting = HandOver.advance(published, reports(mixed, gates(FIRST, 4)));
    EdgeState committed = HandOver.advance(waiting, reports(routers(FIRST, 4, 5), gates(FIRST, 4)));

    assertThat(waiting.phase()).isEqualTo(Phase.PREPARE);
    assertThat(committed.phase()).isEqualTo(Phase.COMMIT);
    assertThat(committed.completed()).contains(new Completed(4, List.of(11L, 12L)));
  }

  @Test
  void completedEpochStaysNamedUntilTheNextIsCompleteEverywhere() {
    EdgeState committed = committed(FIRST, 4);
    List<RouterReport> half = List.of(router(0, 2, FIRST[0], 5, 5), router(1, 2, FIRST[1], 4, 5));

    EdgeState halfWay = HandOver.advance(committed, reports(half, gates(FIRST, 4)));
    EdgeState routed =
        HandOver.advance(halfWay, reports(routers(FIRST, 5, 5), gates(FIRST, 5).subList(0, 2)));
    EdgeState complete = HandOver.advance(routed, reports(routers(FIRST, 5, 5), gates(FIRST, 5)));

    assertThat(halfWay.completed().orElseThrow().epoch()).isEqualTo(4);
    assertThat(routed.completed().orElseThrow().epoch()).isEqualTo(4);
    assertThat(routed.finished()).extracting(Finished::subtask).containsExactly(0, 1);
    assertThat(complete.completed().orElseThrow().epoch()).isEqualTo(5);
  }

  @Test
  void noOtherMapIsPublishedWhileOneIsUnderWay() {
    EdgeState committed = committed(FIRST, 4);
    EdgeReports lookUntouched = reports(routers(FIRST, 4, 5), gates(FIRST, 4));

    assertThat(HandOver.mayPublish(committed, lookUntouched)).isFalse();
  }

  @Test
  void preparedMapMayBeReplacedBecauseNobodyCouldSwitchToIt() {
    EdgeState published = published(FIRST, 4);
    EdgeReports notPrepared = reports(routers(FIRST, 4, 4), gates(FIRST, 4));
    EdgeState waiting = HandOver.advance(published, notPrepared);

    assertThat(HandOver.mayPublish(waiting, notPrepared)).isTrue();
    assertThat(HandOver.publish(waiting, GATES, owners(1)).epoch()).isEqualTo(6);
  }

  @Test
  void gatesOfAnEarlierAttemptNeverCount() {
    EdgeState committed = committed(FIRST, 4);
    EdgeReports staleGates = reports(routers(SECOND, 5, 5), gates(FIRST, 5));

    EdgeState state = HandOver.advance(committed, staleGates);

    assertThat(state.completed()).contains(new Completed(4, List.of(11L, 12L)));
    assertThat(HandOver.mayPublish(state, staleGates)).isFalse();
    assertThat(HandOver.progress(state, staleGates).complete()).isFalse();
  }

  @Test
  void restartWhilePreparingCommitsAfterTheNewRoutersArePrepared() {
    EdgeState published = published(FIRST, 4);
    EdgeReports opened = reports(routers(SECOND, 4, 0), List.of());
    EdgeReports prepared = reports(routers(SECOND, 4, 5), gates(SECOND, 4));

    EdgeState restarted = HandOver.advance(published, opened);
    EdgeState committed = HandOver.advance(restarted, prepared);

    assertThat(restarted.phase()).isEqualTo(Phase.PREPARE);
    assertThat(committed.phase()).isEqualTo(Phase.COMMIT);
    assertThat(committed.completed()).contains(new Completed(4, List.of(21L, 22L)));
  }

  @Test
  void restartInTheMiddleOfASwitchBeginsItAgainFromTheRestoredEpoch() {
    EdgeState committed = committed(FIRST, 4);
    EdgeReports restored = reports(routers(SECOND, 4, 5), List.of());

    EdgeState opened = HandOver.advance(committed, restored);
    EdgeState again = HandOver.advance(opened, reports(routers(SECOND, 4, 5), gates(SECOND, 4)));

    assertThat(opened.completed().orElseThrow().cohort()).containsExactly(11L, 12L);
    assertThat(opened.phase()).isEqualTo(Phase.PREPARE);
    assertThat(again.phase()).isEqualTo(Phase.COMMIT);
    assertThat(again.completed()).contains(new Completed(4, List.of(21L, 22L)));
  }

  @Test
  void restartAfterCompletionFromAnOlderCheckpointSwitchesToTheSameMapAgain() {
    EdgeState complete =
        HandOver.advance(committed(FIRST, 4), reports(routers(FIRST, 5, 5), gates(FIRST, 5)));
    EdgeReports older = reports(routers(SECOND, 3, 5), gates(SECOND, 3));

    EdgeState state = HandOver.advance(complete, older);

    assertThat(state.phase()).isEqualTo(Phase.COMMIT);
    assertThat(state.completed()).contains(new Completed(3, List.of(21L, 22L)));
    assertThat(HandOver.mayPublish(state, older)).isFalse();
    assertThat(HandOver.progress(state, older).complete()).isFalse();
  }

  @Test
  void restartAfterCompletionIntoTheSameEpochIsCompleteWithTheNewRouters() {
    EdgeState complete =
        HandOver.advance(committed(FIRST, 4), reports(routers(FIRST, 5, 5), gates(FIRST, 5)));
    EdgeReports restored = reports(routers(SECOND, 5, 5), gates(SECOND, 5));

    EdgeState state = HandOver.advance(complete, restored);

    assertThat(HandOver.progress(state, restored).complete()).isTrue();
    assertThat(HandOver.mayPublish(state, restored)).isTrue();
  }

  @Test
  void newestIncarnationOfADuplicateSubtaskCounts() {
    List<RouterReport> both = new ArrayList<>(routers(FIRST, 4, 4));
    both.addAll(routers(SECOND, 4, 4));
    List<GateReport> gates = new ArrayList<>(gates(SECOND, 4));
    gates.addAll(gates(FIRST, 4));

    EdgeState state =
        HandOver.advance(EdgeState.unknown(EDGE, GATES), new EdgeReports(both, gates, List.of()));

    assertThat(state.completed()).contains(new Completed(4, List.of(21L, 22L)));
  }

  @Test
  void mixtureOfTwoAttemptsIsNeverComplete() {
    List<RouterReport> mixture =
        List.of(router(0, 2, FIRST[0], 4, 4), router(1, 2, SECOND[1], 4, 4));
    List<GateReport> gates = new ArrayList<>(gates(FIRST, 4));
    gates.addAll(gates(SECOND, 4));

    EdgeState state =
        HandOver.advance(
            EdgeState.unknown(EDGE, GATES), new EdgeReports(mixture, gates, List.of()));

    assertThat(state.completed()).isEmpty();
  }

  @Test
  void finishedNamesEachGateOnceAndPrefersTheKnownRouters() {
    EdgeState committed = committed(FIRST, 4);
    List<GateReport> gates = new ArrayList<>(gates(FIRST, 5));
    gates.addAll(gates(SECOND, 5));

    EdgeState state = HandOver.advance(committed, reports(routers(FIRST, 5, 5), gates));

    assertThat(state.finished()).extracting(Finished::subtask).containsExactly(0, 1, 2);
    assertThat(state.finished()).extracting(Finished::cohort).containsOnly(Cohort.hash(FIRST));
  }

  @Test
  void missingTaskManagerDoesNotTakeACommitBack() {
    EdgeState committed = committed(FIRST, 4);
    EdgeReports oneMissing = reports(routers(FIRST, 4, 5).subList(0, 1), gates(FIRST, 4));

    EdgeState state = HandOver.advance(committed, oneMissing);

    assertThat(state.phase()).isEqualTo(Phase.COMMIT);
    assertThat(HandOver.mayPublish(state, oneMissing)).isFalse();
  }

  @Test
  void commitIsRememberedWhenALateReportOfAnotherAttemptPassesBy() {
    EdgeState committed = committed(FIRST, 4);
    List<RouterReport> passing = new ArrayList<>(routers(FIRST, 4, 5));
    passing.addAll(routers(SECOND, 4, 4));

    EdgeState disturbed = HandOver.advance(committed, reports(passing, gates(FIRST, 4)));
    EdgeReports calm = reports(routers(FIRST, 4, 5), gates(FIRST, 4));
    EdgeState again = HandOver.advance(disturbed, calm);

    assertThat(again.phase()).isEqualTo(Phase.COMMIT);
    assertThat(HandOver.mayPublish(again, calm)).isFalse();
  }

  @Test
  void rescaledJobGetsAMapOfItsNewParallelismEvenIfTheOldOneNeverCompleted() {
    EdgeState committed = committed(FIRST, 4);
    List<RouterReport> routers = new ArrayList<>();
    List<GateReport> gates = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      routers.add(new RouterReport(EDGE, i, 2, 2, SECOND[i], 4, 4));
      gates.add(new GateReport(EDGE, i, 2, 4, Cohort.hash(SECOND), 0, 0));
    }
    EdgeReports rescaled = reports(routers, gates);

    EdgeState state = HandOver.advance(committed, rescaled);

    assertThat(state.phase()).isEqualTo(Phase.PREPARE);
    assertThat(HandOver.mayPublish(state, rescaled)).isTrue();
    assertThat(HandOver.publish(state, 2, owners(0)).parallelism()).isEqualTo(2);
  }

  @Test
  void coordinatorWithoutMemoryWaitsForADividedCohort() {
    List<RouterReport> divided =
        List.of(router(0, 2, FIRST[0], 5, 5), router(1, 2, FIRST[1], 4, 5));
    EdgeReports reports = reports(divided, gates(FIRST, 4));

    EdgeState state = HandOver.advance(EdgeState.unknown(EDGE, GATES), reports);

    assertThat(HandOver.mayPublish(state, reports)).isFalse();
  }

  @Test
  void directPartitionersGetTheMapCommittedAtOnce() {
    EdgeReports direct =
        new EdgeReports(List.of(), List.of(), List.of(new DirectReport("Toll", GATES, 3)));

    EdgeState known = HandOver.advance(EdgeState.unknown(EDGE, GATES), direct);
    assertThat(HandOver.mayPublish(known, direct)).isTrue();
    EdgeState state = HandOver.advance(HandOver.publish(known, GATES, owners(0)), direct);

    assertThat(state.epoch()).isEqualTo(4);
    assertThat(state.phase()).isEqualTo(Phase.COMMIT);
    assertThat(HandOver.progress(state, direct).complete()).isFalse();
    EdgeReports applied =
        new EdgeReports(List.of(), List.of(), List.of(new DirectReport("Toll", GATES, 4)));
    assertThat(HandOver.progress(HandOver.advance(state, applied), applied).complete()).isTrue();
  }

  private static EdgeState published(long[] cohort, long active) {
    EdgeReports reports = reports(routers(cohort, active, active), gates(cohort, active));
    EdgeState state = HandOver.advance(EdgeState.unknown(EDGE, GATES), reports);
    return HandOver.publish(state, GATES, owners(0));
  }

  private static EdgeState committed(long[] cohort, long active) {
    EdgeReports prepared = reports(routers(cohort, active, active + 1), gates(cohort, active));
    return HandOver.advance(published(cohort, active), prepared);
  }

  private static EdgeReports reports(List<RouterReport> routers, List<GateReport> gates) {
    return new EdgeReports(routers, gates, List.of());
  }

  private static List<RouterReport> routers(long[] cohort, long active, long prepared) {
    List<RouterReport> routers = new ArrayList<>();
    for (int subtask = 0; subtask < cohort.length; subtask++) {
      routers.add(router(subtask, cohort.length, cohort[subtask], active, prepared));
    }
    return routers;
  }

  private static RouterReport router(
      int subtask, int parallelism, long incarnation, long active, long prepared) {
    return new RouterReport(EDGE, subtask, parallelism, GATES, incarnation, prepared, active);
  }

  private static List<GateReport> gates(long[] cohort, long epoch) {
    List<GateReport> gates = new ArrayList<>();
    for (int subtask = 0; subtask < GATES; subtask++) {
      gates.add(new GateReport(EDGE, subtask, GATES, epoch, Cohort.hash(cohort), 0, 0));
    }
    return gates;
  }

  private static int[] owners(int subtask) {
    int[] owners = new int[HashSlot.COUNT];
    java.util.Arrays.fill(owners, subtask);
    return owners;
  }

  /** One of them says that router 0 has ended. */
  private static List<GateReport> gatesThatHeardOfTheEnd(long epoch) {
    List<GateReport> gates = new ArrayList<>(gates(FIRST, epoch));
    GateReport first = gates.get(0);
    gates.set(
        0,
        new GateReport(
            first.edge(),
            first.subtask(),
            first.parallelism(),
            first.epoch(),
            first.cohort(),
            0,
            0,
            new TreeMap<>(Map.of(0, FIRST[0]))));
    return gates;
  }
}
