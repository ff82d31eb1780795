package io.amoeba.coordinator.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.approve.ApprovalPolicy;
import io.amoeba.coordinator.approve.Orders;
import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.changes.PlanRules;
import io.amoeba.coordinator.changes.leadership.UpkeepSettings;
import io.amoeba.coordinator.changes.parallelism.RescaleSettings;
import io.amoeba.coordinator.changes.routing.Drill;
import io.amoeba.coordinator.changes.routing.HandOverWatch;
import io.amoeba.coordinator.changes.routing.PlacementPublisher;
import io.amoeba.coordinator.changes.routing.PublicationStore;
import io.amoeba.coordinator.changes.routing.RoutingExecutor;
import io.amoeba.coordinator.changes.slots.DrainSettings;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.execute.ManualClock;
import io.amoeba.coordinator.execute.PlanExecutor;
import io.amoeba.coordinator.knowledge.DecisionLog;
import io.amoeba.coordinator.knowledge.Knowledge;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.PlanOutcome;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.knowledge.PlanStore;
import io.amoeba.coordinator.metrics.CoordinatorMeters;
import io.amoeba.coordinator.monitor.NodeTable;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.monitor.ReportBook;
import io.amoeba.coordinator.monitor.SnapshotCollector;
import io.amoeba.coordinator.monitor.StoreMonitor;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamMonitor;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.StreamView;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.coordinator.operations.OperationJournal;
import io.amoeba.coordinator.operations.OperationRunner;
import io.amoeba.coordinator.plan.GrowthSettings;
import io.amoeba.coordinator.plan.MoveRules;
import io.amoeba.coordinator.plan.PlanGain;
import io.amoeba.partitioner.placement.Cohort;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.GateReport;
import io.amoeba.partitioner.placement.protocol.RouterReport;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whole rounds over two nodes, whose systems a test changes by hand. */
class ControlLoopTest {

  private static final EdgeId TOLL = new EdgeId("job", "Toll");
  private static final long[] COHORT = {7, 8};

  private final ManualClock clock = new ManualClock();
  private final ManualClock ticks = new ManualClock();
  private final Systems systems = new Systems();
  private final Knowledge knowledge = new Knowledge(Mode.PROPOSE, clock, ticks::millis);
  private final PlanBoard board =
      new PlanBoard(PlanStore.NONE, ApprovalPolicy.UNLIMITED, knowledge.decisions(), clock);
  private final Orders orders = new Orders(board, clock);
  private final PlacementPublisher publisher =
      new PlacementPublisher(
          "this", new ReportBook(ticks::millis, 6_000_000), PublicationStore.NONE, Runnable::run);
  private final Drill drill = new Drill(publisher, ticks::millis);
  private final ControlLoop loop =
      new ControlLoop(
          new SnapshotCollector(
              systems.stream(), systems.store(), new NodeTable(List.of(), host -> Set.of()), clock),
          knowledge,
          board,
          new ControlLoop.Hands(
              publisher,
              drill,
              new PlanExecutor(
                  board,
                  new OperationRunner(List.of(), OperationJournal.NONE),
                  List.of(new RoutingExecutor(board, publisher, drill))),
              new HandOverWatch(ticks::millis),
              new CoordinatorMeters(knowledge, board, publisher, drill)),
          new ControlLoop.Settings(
              Duration.ofSeconds(10),
              new PlanRules(
                  Optional.empty(),
                  GrowthSettings.NONE,
                  DrainSettings.NONE,
                  MoveRules.NONE,
                  RescaleSettings.NONE,
                  UpkeepSettings.NONE,
                  0.001)),
          new ControlLoop.Clocks(clock, ticks::millis));

  @BeforeEach
  void workByHash() {
    report(0, 0);
  }

  @Test
  void aPlanWaitsIsApprovedCarriedOutAndMeasured() {
    run(20, 0.5);
    assertThat(plan().state()).isEqualTo(PlanState.PROPOSED);
    assertThat(epoch()).isZero();
    assertThat(plan().proposal().gain())
        .isInstanceOfSatisfying(
            PlanGain.LocalShare.class, gain -> assertThat(gain.localHitRateAfter()).isOne());

    orders.approve("plan-1", "alice", "");
    loop.tick();
    assertThat(plan().state()).isEqualTo(PlanState.EXECUTING);
    assertThat(epoch()).isEqualTo(1);

    report(0, 1);
    report(1, 1);
    loop.confirm();
    assertThat(plan().state()).isEqualTo(PlanState.COMPLETED);
    assertThat(plan().duration()).contains(Duration.ZERO);

    run(14, 1.0);
    assertThat(plan().outcome()).isEmpty();
    run(3, 1.0);

    PlanOutcome outcome = plan().outcome().orElseThrow();
    assertThat(outcome.verdict()).isEqualTo(PlanOutcome.Verdict.WORTH_IT);
    assertThat(outcome.before().localHitRate()).isEqualTo(0.5);
    assertThat(outcome.after().localHitRate()).isEqualTo(1.0);
    assertThat(outcome.after().recordsPerSecond()).isEqualTo(1_000);
    assertThat(board.book().made()).isEqualTo(1);
  }

  @Test
  void aPlanIsMeasuredAlthoughTheWallClockIsSetBackAnHour() {
    run(20, 0.5);
    orders.approve("plan-1", "alice", "");
    loop.tick();
    report(0, 1);
    report(1, 1);
    loop.confirm();
    run(1, 1.0);

    clock.advance(-3_600_000);
    run(16, 1.0);

    PlanOutcome outcome = plan().outcome().orElseThrow();
    assertThat(outcome.verdict()).isEqualTo(PlanOutcome.Verdict.WORTH_IT);
    assertThat(outcome.before().localHitRate()).isEqualTo(0.5);
    assertThat(outcome.after().localHitRate()).isEqualTo(1.0);
    assertThat(outcome.after().recordsPerSecond()).isEqualTo(1_000);
  }

  @Test
  void ratesAndCalmGoOnAlthoughTheWallClockIsSetBackAnHour() {
    knowledge.setMode(Mode.OBSERVE);
    run(5, 0.5);

    clock.advance(-3_600_000);
    run(31, 0.5);

    assertThat(knowledge.rates().samples().get("Toll")).hasSize(36);
    assertThat(loop.isCalm()).isTrue();
  }

  @Test
  void theOrderToActIsFollowedWithoutAnotherLook() {
    knowledge.setMode(Mode.OBSERVE);
    run(2, 0.5);
    assertThat(board.book().newestFirst()).isEmpty();
    int looks = systems.looks;

    knowledge.setMode(Mode.ACT);
    loop.tick();

    assertThat(systems.looks).isEqualTo(looks);
    assertThat(plan().state()).isEqualTo(PlanState.EXECUTING);
    assertThat(epoch()).isEqualTo(1);
  }

  @Test
  void anApprovedPlanIsNotCarriedOutForAnotherTopology() {
    run(2, 0.5);
    orders.approve("plan-1", "alice", "");
    systems.border = 5_000;

    loop.tick();

    assertThat(board.book().find("plan-1").orElseThrow().state()).isEqualTo(PlanState.STALE);
    assertThat(plan().id()).isEqualTo("plan-2");
    assertThat(epoch()).isZero();
  }

  @Test
  void whileASystemDoesNotAnswerAnApprovedPlanWaits() {
    run(2, 0.5);
    orders.approve("plan-1", "alice", "");
    systems.storeAnswers = false;

    loop.tick();

    assertThat(plan().state()).isEqualTo(PlanState.APPROVED);
    assertThat(knowledge.decisions().newestFirst().get(0).text())
        .isEqualTo(
            "does not continue: Redis: no answer: cut off; the last placement maps stay in force");
    systems.storeAnswers = true;
    loop.tick();
    assertThat(plan().state()).isEqualTo(PlanState.EXECUTING);
  }

  @Test
  void withoutReportsNoPlanIsMadeAndTheLogSaysWhy() {
    ticks.advance(7_000_000);

    loop.tick();

    assertThat(board.book().newestFirst()).isEmpty();
    assertThat(knowledge.decisions().newestFirst().get(0).text())
        .startsWith("no plan: Toll: no report from any task manager");
  }

  @Test
  void ticksThatFindTheSameReasonAreOneDecision() {
    ticks.advance(7_000_000);

    run(5, 0.5);

    assertThat(knowledge.decisions().newestFirst()).hasSize(1);
    DecisionLog.Decision decision = knowledge.decisions().newestFirst().get(0);
    assertThat(decision.times()).isEqualTo(5);
    assertThat(Duration.between(decision.since(), decision.until())).hasSeconds(4);
  }

  @Test
  void anAlignedJobNeedsNoPlan() {
    knowledge.setMode(Mode.ACT);
    loop.tick();
    report(0, 1);
    report(1, 1);

    run(3, 1.0);

    assertThat(board.book().made()).isEqualTo(1);
    assertThat(knowledge.decisions().newestFirst().get(0).text())
        .isEqualTo("no plan: every hash slot is owned where it should be");
  }

  @Test
  void calmIsWhenNothingChangesAndNothingIsDone() {
    run(29, 0.5);
    assertThat(loop.isCalm()).isFalse();
    run(2, 0.5);
    assertThat(loop.isCalm()).as("a plan waits for people").isTrue();

    systems.border -= 10;
    run(1, 0.5);
    assertThat(loop.isCalm()).as("another topology").isFalse();
    run(31, 0.5);
    assertThat(loop.isCalm()).isTrue();

    systems.storeAnswers = false;
    run(40, 0.5);
    assertThat(loop.isCalm()).as("Redis does not answer").isFalse();
    systems.storeAnswers = true;
    run(40, 0.5);
    assertThat(loop.isCalm()).isTrue();

    orders.approve(plan().id(), "alice", "");
    run(40, 0.5);
    assertThat(plan().state()).isEqualTo(PlanState.EXECUTING);
    assertThat(loop.isCalm()).as("a plan is carried out").isFalse();
  }

  @Test
  void toDoNothingIsBestForAHandfulOfHashSlotsUnlessTheyAreBusy() {
    knowledge.setMode(Mode.ACT);
    loop.tick();
    report(0, 1);
    report(1, 1);
    run(20, 1.0);
    systems.border -= 10;

    run(3, 0.9999);

    assertThat(board.book().made()).isEqualTo(1);
    assertThat(knowledge.decisions().newestFirst().get(0).text())
        .startsWith("no plan: to do nothing is best: Toll: 10 hash slots (0.1 %)")
        .contains("the local-hit rate rises by 0.0", "plans.minLocalityGain is 0.10 %");

    run(20, 0.9);

    assertThat(board.book().made()).isEqualTo(2);
  }

  private void run(int seconds, double localHitRate) {
    for (int i = 0; i < seconds; i++) {
      clock.advance(1_000);
      ticks.advance(1_000);
      systems.local += Math.round(1_000 * localHitRate);
      systems.remote += Math.round(1_000 * (1 - localHitRate));
      loop.tick();
    }
  }

  private PlanRecord plan() {
    return board.book().newestFirst().get(0);
  }

  private long epoch() {
    return publisher.document().edges().get(0).epoch();
  }

  private void report(long active, long prepared) {
    for (int i = 0; i < COHORT.length; i++) {
      publisher.report(
          new TaskManagerReport(
              "tm-" + i,
              "node-" + i,
              "this",
              0,
              0,
              List.of(new RouterReport(TOLL, i, 2, 2, COHORT[i], prepared, active)),
              List.of(new GateReport(TOLL, i, 2, active, Cohort.hash(COHORT), 0, 0)),
              List.of()));
    }
  }

  private static final class Systems {
    private int border = 8_192;
    private boolean storeAnswers = true;
    private long local;
    private long remote;
    private int looks;

    private StreamView readStream() {
      looks++;
      List<Subtask> subtasks =
          List.of(
              new Subtask(0, 0, 1, "RUNNING", "node-0", "tm-0"),
              new Subtask(1, 0, 1, "RUNNING", "node-1", "tm-1"));
      OperatorRates rates = new OperatorRates(1_000, local, remote);
      return new StreamView.Found(
          new StreamJob(
              "job",
              "Job",
              "RUNNING",
              "2.3.0",
              false,
              List.of(new StreamOperator("Toll", true, 2, subtasks, true, rates))));
    }

    private StoreView readStore() {
      return storeAnswers
          ? new StoreView.Found(List.of(primary(0, 0, border - 1), primary(1, border, 16_383)))
          : new StoreView.Unreachable("cut off");
    }

    private static Primary primary(int node, int from, int to) {
      return new Primary(
          "p" + node, "node-" + node, 7000, List.of(), List.of(new HashSlotSpan(from, to)));
    }

    StreamMonitor stream() {
      return new StreamMonitor() {
        @Override
        public StreamView read() {
          return readStream();
        }

        @Override
        public void close() {}
      };
    }

    StoreMonitor store() {
      return new StoreMonitor() {
        @Override
        public StoreView read() {
          return readStore();
        }
      };
    }
  }
}
