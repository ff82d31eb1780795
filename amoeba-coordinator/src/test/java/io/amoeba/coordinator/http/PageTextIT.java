package io.amoeba.coordinator.http;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.approve.Orders;
import io.amoeba.coordinator.approve.Sight;
import io.amoeba.coordinator.changes.slots.HashSlotMove;
import io.amoeba.coordinator.changes.slots.MoveHashSlots;
import io.amoeba.coordinator.changes.slots.MoveReason;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Replica;
import io.amoeba.coordinator.cluster.Replicas;
import io.amoeba.coordinator.config.Role;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.PlanCost;
import io.amoeba.coordinator.plan.PlanGain;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs, operators, hosts and people that call themselves something that a browser could run. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the field
class PageTextIT {

  @RegisterExtension static final Chromium CHROMIUM = new Chromium();

  private static final String MARKUP =
      "<img src=x onerror=\"window.ran=1\"><script>window.ran=1</script>";

  private Fixture fixture;

  @BeforeEach
  void start() {
    fixture =
        new Fixture(
            Fixture.on(
                0, List.of(Fixture.token(MARKUP, "s3cret", Role.OPERATOR)), Optional.empty()));
    fixture.jobName = MARKUP;
    fixture.hosts = MARKUP;
    fixture.edge = new EdgeId("0f3c9ab2", MARKUP);
    fixture.knowledge.setMode(Mode.PROPOSE);
    fixture.publisher.report(
        new TaskManagerReport(MARKUP, MARKUP, "this", 1, 0, List.of(), List.of(), List.of()));
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  @Test
  void namesOfJobsOperatorsAndHostsAreTextEverywhere() {
    fixture.report(3, 0, 0);
    fixture.replicas =
        new Replicas(
            List.of(new Replica(MARKUP, MARKUP, 1, OptionalLong.empty(), OptionalLong.empty())),
            OptionalDouble.empty());
    fixture.board.review(
        Mode.PROPOSE, fixture.look(3, Instant.now(), new OperatorRates(100, 1, 3), 0.25));
    Visit visit = open();

    assertThat(visit.find("#job")).containsText(MARKUP);
    assertThat(visit.find("#nodes .node").nth(0)).containsText(MARKUP);
    assertThat(visit.find("#nodes .subtask").nth(0)).containsText(MARKUP);
    assertThat(visit.find("#handOvers tbody")).containsText(MARKUP);
    assertThat(visit.find("#replicas tbody")).containsText(MARKUP + ":1");
    assertThat(visit.find("#symptoms")).containsText(MARKUP);
    assertThat(visit.find("#plans td.why")).containsText(MARKUP);
    visit.find("#plans summary").click();
    assertThat(visit.find("#plans details")).containsText(MARKUP);
    assertThat(visit.find("#decisions tbody")).containsText(MARKUP);
    visit.find("#band-o0 canvas").hover();
    assertThat(visit.find("#tip")).containsText(MARKUP);
    assertNothingRan(visit);
  }

  @Test
  void namesOnTilesAreTextToo() {
    fixture.report(70, 0, 0);
    fixture.look(70, Instant.now(), new OperatorRates(100, 1, 3), 0.25);
    Visit visit = open();

    visit.find("#nodes i").nth(3).hover();

    assertThat(visit.find("#tip")).containsText(MARKUP);
    assertNothingRan(visit);
  }

  @Test
  void addressesOfMovesAndNamesOfPeopleAreText() {
    fixture.board.review(Mode.PROPOSE, moves());
    Visit visit = open();
    assertThat(visit.find("#plans td.why .move"))
        .containsText("from " + MARKUP + "1 to " + MARKUP + "2");

    visit.button("pause").click();
    assertThat(visit.find("#paused")).containsText("paused by " + MARKUP);
    visit.button("approve plan-1").click();

    assertThat(visit.find("#decisions tbody")).containsText(MARKUP + ": approved");
    assertNothingRan(visit);
  }

  @Test
  void theReasonOfARefusalIsText() {
    fixture.board.review(Mode.PROPOSE, moves());
    Visit visit = open();
    new Orders(fixture.board, fixture.clock).pause(MARKUP);

    visit.page().evaluate("order('pause')");

    assertThat(visit.find("#notice")).containsText("paused already, by " + MARKUP);
    assertNothingRan(visit);
    visit.expectError("409");
  }

  private static Sight moves() {
    HashSlotMove move =
        new HashSlotMove("a", "b", List.of(new HashSlotSpan(3, 9)), MoveReason.OWNER_GIVEN);
    MoveHashSlots action =
        new MoveHashSlots(
            MARKUP, List.of(move), Map.of("a", MARKUP + "1", "b", MARKUP + "2"), 0.5, 1.0);
    Proposal proposal =
        new Proposal(
            new ChangePlan(MARKUP + ": away", action),
            "t",
            new PlanCost(
                action.movedHashSlots(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty()),
            new PlanGain.LocalShare(0.5, false, 1.0));
    return Fixture.sight(proposal);
  }

  private Visit open() {
    Visit visit = CHROMIUM.visit(fixture.server.address());
    visit.expectError("401"); // before the token is known
    visit.logIn("s3cret");
    assertThat(visit.find("#live")).hasText("live");
    return visit;
  }

  private static void assertNothingRan(Visit visit) {
    visit.awaitLook();
    assertThat(visit.page().evaluate("window.ran === undefined")).isEqualTo(true);
    assertThat(visit.find("img")).hasCount(0);
    assertThat(visit.find("body script")).hasCount(0);
    assertThat(visit.requests()).noneMatch(url -> url.endsWith("/x"));
  }
}
