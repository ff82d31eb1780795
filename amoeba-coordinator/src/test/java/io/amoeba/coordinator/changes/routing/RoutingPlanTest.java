package io.amoeba.coordinator.changes.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.approve.ApprovalPolicy;
import io.amoeba.coordinator.approve.Orders;
import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.approve.Sight;
import io.amoeba.coordinator.execute.ManualClock;
import io.amoeba.coordinator.execute.PlanExecutor;
import io.amoeba.coordinator.knowledge.DecisionLog;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.Performance;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.knowledge.PlanStore;
import io.amoeba.coordinator.knowledge.Plans;
import io.amoeba.coordinator.monitor.ReportBook;
import io.amoeba.coordinator.monitor.ToldEdges;
import io.amoeba.coordinator.operations.OperationJournal;
import io.amoeba.coordinator.operations.OperationRunner;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.partitioner.placement.Cohort;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.GateReport;
import io.amoeba.partitioner.placement.protocol.RouterReport;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RoutingPlanTest {

  private static final EdgeId ACCOUNT = new EdgeId("job", "Account");
  private static final long[] INCARNATIONS = {3, 4};
  private static final Proposal BOTH = Plans.proposal("here", 1, 10, "Toll", "Account");

  private final ManualClock clock = new ManualClock();
  private PlacementPublisher publisher = publisher("first");
  private final PlanBoard board =
      new PlanBoard(PlanStore.NONE, ApprovalPolicy.UNLIMITED, new DecisionLog(clock), clock);
  private final Orders orders = new Orders(board, clock);
  private PlanExecutor executor = executor();

  @Test
  void aPlanIsCompleteWhenEveryOperatorWorksByItsNewMap() {
    report(Plans.TOLL, 0, 0);
    report(ACCOUNT, 0, 0);
    tick();
    report(Plans.TOLL, 1, 1);

    assertThat(confirm()).isEmpty();
    assertThat(plan().progress()).isEqualTo("1 of 2 operators work by their new map, 1 on the way");
    report(ACCOUNT, 1, 1);

    assertThat(confirm()).map(PlanRecord::id).contains("plan-1");
    assertThat(plan().state()).isEqualTo(PlanState.COMPLETED);
  }

  @Test
  void anOperatorThatCannotChangeYetIsPartOfThePlanUntilItCan() {
    report(Plans.TOLL, 0, 0);
    tick();
    report(Plans.TOLL, 1, 1);
    confirm();
    assertThat(plan().state()).isEqualTo(PlanState.EXECUTING);
    assertThat(plan().epochs()).containsOnlyKeys(Plans.TOLL);

    report(ACCOUNT, 0, 0);
    tick();

    assertThat(plan().epochs()).containsOnlyKeys(Plans.TOLL, ACCOUNT);
    assertThat(board.book().made()).isEqualTo(1);
  }

  @Test
  void aPausedPlanStopsBetweenTwoMaps() {
    report(Plans.TOLL, 0, 0);
    tick();
    orders.pause("alice");
    report(ACCOUNT, 0, 0);
    tick();
    report(Plans.TOLL, 1, 1);
    confirm();

    assertThat(plan().complete()).containsExactly(Plans.TOLL);
    assertThat(plan().epochs()).doesNotContainKey(ACCOUNT);
    orders.resume("alice");
    tick();
    assertThat(plan().epochs()).containsKey(ACCOUNT);
  }

  @Test
  void anAbortedPlanEndsWhatHasBegunAndNothingElse() {
    report(Plans.TOLL, 0, 0);
    tick();
    orders.abort("plan-1", "alice", "enough");
    report(ACCOUNT, 0, 0);
    tick();
    assertThat(plan().state()).isEqualTo(PlanState.ABORTING);
    report(Plans.TOLL, 1, 1);
    confirm();

    assertThat(plan().state()).isEqualTo(PlanState.ABORTED);
    assertThat(plan().complete()).containsExactly(Plans.TOLL);
    assertThat(plan().epochs()).doesNotContainKey(ACCOUNT);
  }

  @Test
  void anOrderBetweenTheLookAndTheStepComesFirst() {
    report(Plans.TOLL, 0, 0);
    PlanRecord due = board.review(Mode.ACT, sight()).orElseThrow();
    orders.abort("plan-1", "alice", "wait");

    executor.step(due, Performance.UNKNOWN);

    assertThat(plan().state()).isEqualTo(PlanState.ABORTED);
    assertThat(publisher.document().edges().get(0).epoch()).isZero();
  }

  @Test
  void aMapOfSomebodyElseEndsThePlan() {
    report(Plans.TOLL, 0, 0);
    report(ACCOUNT, 0, 0);
    tick();
    publisher.publish(Plans.TOLL, 2, new int[16_384]);
    confirm();

    assertThat(plan().state()).isEqualTo(PlanState.FAILED);
    assertThat(plan().last().note()).isEqualTo("Toll: another map took the place of the plan's");
    assertThat(plan().last().codes()).containsExactly("MAP_REPLACED");
  }

  @Test
  void aDrillEndsThePlanWhoseMapsItTakes() {
    Drill drill = new Drill(publisher, clock::millis);
    executor = executor(drill);
    report(Plans.TOLL, 0, 0);
    tick();
    drill.start(1_000, Drill.Other.ROTATED, Map.of());
    tick();

    assertThat(plan().state()).isEqualTo(PlanState.FAILED);
    assertThat(plan().last().codes()).containsExactly("MAPS_TAKEN_BY_DRILL");
  }

  @Test
  void aMapThatARestartLostIsPublishedAgain() {
    report(Plans.TOLL, 0, 0);
    report(ACCOUNT, 0, 0);
    tick();
    publisher = publisher("second");
    executor = executor();
    confirm();
    assertThat(plan().epochs()).as("nobody has reported yet").hasSize(2);

    report(Plans.TOLL, 0, 1);
    report(ACCOUNT, 1, 1);
    confirm();
    assertThat(plan().complete()).containsExactly(ACCOUNT);
    tick();

    assertThat(plan().epochs()).containsEntry(Plans.TOLL, 2L).containsEntry(ACCOUNT, 1L);
  }

  private PlanExecutor executor() {
    return executor(new Drill(publisher, clock::millis));
  }

  private PlanExecutor executor(Drill drill) {
    return new PlanExecutor(
        board,
        new OperationRunner(List.of(), OperationJournal.NONE),
        List.of(new RoutingExecutor(board, publisher, drill)));
  }

  private Optional<PlanRecord> confirm() {
    return executor.confirm();
  }

  private void tick() {
    Sight sight = new Sight(Optional.of("here"), List.of(BOTH), "", Set.copyOf(BOTH.edges()));
    board.review(Mode.ACT, sight).ifPresent(plan -> executor.step(plan, Performance.UNKNOWN));
  }

  private static Sight sight() {
    return new Sight(Optional.of("here"), List.of(BOTH), "", Set.copyOf(BOTH.edges()));
  }

  private PlanRecord plan() {
    return board.book().find("plan-1").orElseThrow();
  }

  private PlacementPublisher publisher(String name) {
    PlacementPublisher made =
        new PlacementPublisher(
            name, new ReportBook(clock::millis, 6_000), PublicationStore.NONE, Runnable::run);
    made.tell(
        new ToldEdges(
            Stream.of(SimulatedJob.EDGE, ACCOUNT)
                .collect(
                    Collectors.toMap(
                        edge -> edge, edge -> Map.of(0, edge.operator(), 1, edge.operator())))));
    return made;
  }

  private void report(EdgeId edge, long active, long prepared) {
    List<RouterReport> routers = new ArrayList<>();
    List<GateReport> gates = new ArrayList<>();
    for (int i = 0; i < INCARNATIONS.length; i++) {
      routers.add(new RouterReport(edge, i, 2, 2, INCARNATIONS[i], prepared, active));
      gates.add(new GateReport(edge, i, 2, active, Cohort.hash(INCARNATIONS), 0, 0));
    }
    publisher.report(
        new TaskManagerReport(
            edge.operator(),
            "host",
            publisher.document().coordinator(),
            0,
            0,
            routers,
            gates,
            List.of()));
  }
}
