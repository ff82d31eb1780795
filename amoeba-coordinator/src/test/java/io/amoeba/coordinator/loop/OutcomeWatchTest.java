package io.amoeba.coordinator.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.approve.ApprovalPolicy;
import io.amoeba.coordinator.approve.Orders;
import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.approve.Sight;
import io.amoeba.coordinator.execute.ManualClock;
import io.amoeba.coordinator.knowledge.DecisionLog;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.knowledge.PlanStore;
import io.amoeba.coordinator.knowledge.Plans;
import io.amoeba.coordinator.knowledge.RateHistory;
import io.amoeba.coordinator.plan.Proposal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When outcomes are told; operators are measured for ten seconds. */
class OutcomeWatchTest {

  private static final String TOPOLOGY = "11111111aaaaaaaa";
  private static final Proposal MIGRATION = Plans.migrations(TOPOLOGY, "a>s");
  private static final Proposal ROUTING = Plans.proposal(TOPOLOGY, 0, 10, "Toll");

  private final ManualClock clock = new ManualClock();
  private final PlanBoard board =
      new PlanBoard(PlanStore.NONE, ApprovalPolicy.UNLIMITED, new DecisionLog(clock), clock);
  private final Orders orders = new Orders(board, clock);
  private final OutcomeWatch watch =
      new OutcomeWatch(
          board,
          new RateHistory(clock::millis),
          Duration.ofSeconds(10),
          new ControlLoop.Clocks(clock, clock::millis));

  @Test
  void theOutcomeOfAMigrationIsToldWhenRoutingHasFollowed() {
    make(MIGRATION);
    complete("plan-1");
    make(ROUTING);
    clock.advance(60_000);
    watch.measure();
    assertThat(isTold("plan-1")).as("routing waits").isFalse();

    complete("plan-2");
    clock.advance(14_000);
    watch.measure();
    assertThat(isTold("plan-1")).isFalse();
    clock.advance(1_000);
    watch.measure();

    assertThat(isTold("plan-1")).isTrue();
    assertThat(isTold("plan-2")).isTrue();
  }

  @Test
  void theOutcomeOfADrainIsToldWhenRoutingHasFollowed() {
    make(Plans.drain(TOPOLOGY, 0, 9, OptionalLong.empty()));
    complete("plan-1");
    make(ROUTING);
    clock.advance(60_000);
    watch.measure();
    assertThat(isTold("plan-1")).as("routing waits").isFalse();

    complete("plan-2");
    clock.advance(15_000);
    watch.measure();

    assertThat(isTold("plan-1")).isTrue();
  }

  @Test
  void theOutcomeOfStartsForAKeyedStreamIsToldWhenTheStoreHasFollowed() {
    make(Plans.starts(TOPOLOGY, "d"));
    complete("plan-1");
    make(Plans.moves(TOPOLOGY, 0, 9));
    clock.advance(60_000);
    watch.measure();
    assertThat(isTold("plan-1")).as("moves wait").isFalse();

    complete("plan-2");
    clock.advance(15_000);
    watch.measure();

    assertThat(isTold("plan-1")).isTrue();
  }

  @Test
  void withoutRoutingItIsToldLikeAnyOther() {
    make(MIGRATION);
    complete("plan-1");
    clock.advance(14_000);
    watch.measure();
    assertThat(isTold("plan-1")).isFalse();

    make(ROUTING);
    orders.abort("plan-2", "alice", "");
    clock.advance(1_000);
    watch.measure();

    assertThat(isTold("plan-1")).isTrue();
  }

  @Test
  void thePlanAfterTheRoutingEndsTheMeasurement() {
    make(MIGRATION);
    complete("plan-1");
    make(ROUTING);
    complete("plan-2");
    clock.advance(2_000);
    make(Plans.proposal(TOPOLOGY, 1, 10, "Toll"));
    board.enter("plan-3", PlanState.EXECUTING, "");

    watch.measure();

    assertThat(isTold("plan-1")).isTrue();
    assertThat(isTold("plan-2")).isTrue();
  }

  private void make(Proposal proposal) {
    board.review(
        Mode.ACT, new Sight(Optional.of(TOPOLOGY), List.of(proposal), "", Set.of(Plans.TOLL)));
    assertThat(board.book().open().orElseThrow().proposal()).isEqualTo(proposal);
  }

  private void complete(String plan) {
    board.enter(plan, PlanState.EXECUTING, "");
    board.enter(plan, PlanState.COMPLETED, "");
  }

  private boolean isTold(String plan) {
    return board.book().find(plan).orElseThrow().outcome().isPresent();
  }
}
