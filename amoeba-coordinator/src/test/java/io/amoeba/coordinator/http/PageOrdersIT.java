package io.amoeba.coordinator.http;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import io.amoeba.coordinator.approve.Orders;
import io.amoeba.coordinator.changes.slots.SlotProgress;
import io.amoeba.coordinator.config.Role;
import io.amoeba.coordinator.config.TokenSettings;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.knowledge.Plans;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.plan.Proposal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Orders that people give in the page, until they have reached the coordinator's plans. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the field
class PageOrdersIT {

  @RegisterExtension static final Chromium CHROMIUM = new Chromium();

  private static final TokenSettings VIEWER = Fixture.token("vera", "look", Role.VIEWER);
  private static final TokenSettings OPERATOR = Fixture.token("otto", "order", Role.OPERATOR);
  private static final TokenSettings PEER = Fixture.token("flink", "peer", Role.TASK_MANAGER);

  private Fixture fixture;

  @BeforeEach
  void start() {
    fixture = new Fixture(Fixture.open());
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  @Test
  void anApprovalReachesThePlan() {
    propose();
    Visit visit = visit();
    assertThat(state(visit)).hasText("proposed");
    assertThat(visit.find("#plans td.why")).containsText("Toll: ");
    assertThat(visit.find("#plans td.result")).hasText("");

    visit.button("approve plan-1").click();

    assertThat(state(visit)).hasText("approved");
    assertThat(visit.button("approve plan-1")).hasCount(0);
    assertThat(visit.button("abort plan-1")).isVisible();
    assertThat(plan().state()).isEqualTo(PlanState.APPROVED);
    assertThat(plan().last().by()).isEqualTo("anybody");
    assertThat(visit.find("#decisions tbody tr").nth(0)).containsText("anybody: approved");
  }

  @Test
  void aRejectionReachesThePlanAndEndsIt() {
    propose();
    Visit visit = visit();

    visit.button("reject plan-1").click();

    assertThat(state(visit)).hasText("rejected");
    assertThat(visit.find("#plans button")).hasCount(0);
    assertThat(plan().state()).isEqualTo(PlanState.REJECTED);
  }

  @Test
  void aRefusedOrderIsExplainedUntilSomebodyClosesTheExplanation() {
    propose();
    Visit visit = visit();
    Locator approve = visit.button("approve plan-1");
    assertThat(approve).isVisible();
    // The page still shows the plan that somebody else rejects just now.
    visit.page().route("**/api/v1/state", route -> route.abort());
    assertThat(visit.find("#live")).hasText("not connected");
    new Orders(fixture.board, fixture.clock).reject("plan-1", "rita", "not today");

    approve.click();

    assertThat(visit.find("#notice"))
        .containsText("plan-1 is rejected by rita (not today) and cannot become approved");
    visit.page().unroute("**/api/v1/state");
    visit.awaitLook();
    assertThat(visit.find("#notice")).isVisible();
    visit.button("close").click();
    assertThat(visit.find("#notice")).isHidden();
    assertThat(plan().state()).isEqualTo(PlanState.REJECTED);
    visit.expectError("409|ERR_FAILED");
  }

  @Test
  void pauseAndResumeReachTheBoard() {
    Visit visit = visit();

    visit.button("pause").click();
    assertThat(visit.find("#paused")).containsText("paused by anybody since");
    assertThat(fixture.board.book().pause()).isPresent();

    visit.button("resume").click();
    assertThat(visit.find("#paused")).isHidden();
    assertThat(visit.button("pause")).isVisible();
    assertThat(fixture.board.book().pause()).isEmpty();
  }

  @Test
  void plansOfEveryKindSayWhyAndWhatGoesWhere() {
    fixture.report(3, 0, 0);
    fixture.look(3, Instant.now(), new OperatorRates(1_000, 5, 5), 0.25);
    List<Proposal> kinds =
        List.of(
            Plans.proposal("t", 0, 10, "Toll"),
            Plans.moves("t", 3, 9),
            Plans.growth("t", 3, 9),
            Plans.drain("t", 3, 9, OptionalLong.empty()),
            Plans.starts("t", "d"),
            Plans.rescale("t"),
            Plans.migrations("t", "a>s"));
    for (int i = 0; i < kinds.size(); i++) {
      fixture.board.review(Mode.PROPOSE, Fixture.sight(kinds.get(i)));
      if (i < kinds.size() - 1) {
        new Orders(fixture.board, fixture.clock).reject("plan-" + (i + 1), "rita", "not today");
      }
    }

    Visit visit = visit();

    Locator why = visit.find("#plans td.why");
    assertThat(why)
        .hasText(
            new String[] {
              "on nodes without a subtask"
                  + "former primaries stay as replicas"
                  + "primary a:1 on storage-a to s:1 on node-s: 10 hash slots",
              kinds.get(5).plan().reason()
                  + "'Tolls' (job) from 2 to 3 subtasks by savepoint, with task slots on d",
              kinds.get(4).plan().reason() + "start host-d:7000 on d",
              "no subtask on c"
                  + "primaries that lose all hash slots stay members of the cluster"
                  + "7 hash slots from host-a:7000 to host-b:7000",
              "too little on d" + "7 hash slots from host-a:7000 to host-b:7000",
              "Statistics: away" + "7 hash slots from host-a:7000 to host-b:7000",
              "misaligned"
                  + "Toll, 2 subtasks: 10 hash slots change owner, aligned 25.0 % -> 100.0 %"
            });
    assertThat(visit.find("#plans td.result").nth(1)).hasText("not today");
    visit.screenshot(Path.of("target", "page-plans.png"));
  }

  @Test
  void aPlanForSeveralOperatorsHasALineForEachOfThem() {
    fixture.board.review(Mode.PROPOSE, PlansApiTest.sixOperators());
    fixture.board.review(Mode.PROPOSE, PlansApiTest.sixOperators());

    Visit visit = visit();

    Locator lines = visit.find("#plans td.why .move");
    assertThat(lines).hasCount(6);
    assertThat(lines.first())
        .hasText("Toll, 2 subtasks: 10,857 hash slots change owner, aligned 25.0 % -> 100.0 %");
    assertThat(visit.find("#plans tbody tr td").nth(3)).hasText("10.9 k");
    Locator decisions = visit.find("#decisions tbody tr");
    assertThat(decisions).hasCount(2);
    assertThat(decisions.first()).containsText("(2 times)");
    assertThat(decisions.last()).not().containsText("times");
    visit.screenshot(Path.of("target", "page-operators.png"));
  }

  @Test
  void aPlanOfMovesShowsWhatMovesWhereAndHowFarItHasCome() {
    fixture.board.review(Mode.PROPOSE, PlansApiTest.moves());
    Visit visit = visit();
    assertThat(visit.find("#plans td.why .move"))
        .hasText("7 hash slots from host-a:7000 to host-b:7000");

    visit.button("approve plan-1").click();
    assertThat(state(visit)).hasText("approved");
    fixture.board.enter("plan-1", PlanState.EXECUTING, "7 hash slots move");
    moved(3, 120);
    assertThat(visit.find("#plans td.result"))
        .hasText("3 of 7 hash slots have moved, with 120 keys");
    moved(5, 200);
    assertThat(visit.find("#plans td.result"))
        .hasText("5 of 7 hash slots have moved, with 200 keys");

    visit.button("abort plan-1").click();
    assertThat(state(visit)).hasText("aborting");
    assertThat(plan().state()).isEqualTo(PlanState.ABORTING);
    fixture.board.enter("plan-1", PlanState.ABORTED, plan().progress());
    assertThat(state(visit)).hasText("aborted");
    assertThat(visit.find("#plans button")).hasCount(0);
  }

  @Test
  void aViewerSeesEverythingButMayOrderNothing() {
    protect();
    propose();
    Visit visit = visit();
    visit.expectError("401"); // before the token is known
    assertThat(visit.find("#content")).isHidden();

    visit.logIn("look");

    assertThat(state(visit)).hasText("proposed");
    assertThat(visit.find("#nodes .node")).hasCount(3);
    assertThat(visit.find("#plans button")).hasCount(0);
    assertThat(visit.button("pause")).hasCount(0);

    visit.page().evaluate("order('plans/plan-1/approve')");
    assertThat(visit.find("#notice")).containsText("the token of vera lacks the role operator");
    visit.expectError("403");
    assertThat(plan().state()).isEqualTo(PlanState.PROPOSED);
  }

  @Test
  void anOperatorMayOrderAndThePlanNamesThatOne() {
    protect();
    propose();
    Visit visit = visit();
    visit.expectError("401"); // before the token is known
    visit.logIn("order");

    visit.button("approve plan-1").click();

    assertThat(state(visit)).hasText("approved");
    assertThat(plan().last().by()).isEqualTo("otto");
    assertThat(visit.button("pause")).isVisible();
  }

  @Test
  void aTokenThatIsUnknownOrMayNotReadIsRefusedInWords() {
    protect();
    Visit visit = visit();
    visit.expectError("40[13]");

    visit.logIn("guessed");
    assertThat(visit.find("#notice")).containsText("unknown token");
    visit.logIn("peer");
    assertThat(visit.find("#notice")).containsText("needs the role viewer or operator");
    assertThat(visit.find("#content")).isHidden();

    visit.logIn("look");
    assertThat(visit.find("#live")).hasText("live");
    assertThat(visit.find("#notice")).isHidden();
  }

  @Test
  void anAnswerToTheFormerTokenSaysNothingOfTheNextOne() {
    protect();
    Visit visit = visit();
    visit.expectError("40[13]");
    assertThat(visit.find("#login")).isVisible();
    List<Route> held = new ArrayList<>();
    visit
        .page()
        .route(
            "**/api/v1/state",
            route -> {
              if (held.isEmpty()) {
                held.add(route);
              } else {
                route.resume();
              }
            });
    visit.page().waitForCondition(() -> !held.isEmpty());

    visit.logIn("peer");
    held.get(0).resume();

    assertThat(visit.find("#notice")).containsText("needs the role viewer or operator");
  }

  @Test
  void aTokenIsRememberedUntilTheTabIsClosedAndStaysOutOfAddresses() {
    protect();
    Visit visit = visit();
    visit.expectError("401"); // before the token is known
    visit.logIn("order");
    assertThat(visit.find("#live")).hasText("live");

    visit.page().reload();

    assertThat(visit.find("#live")).hasText("live");
    assertThat(visit.find("#login")).isHidden();
    assertThat(visit.requests()).noneMatch(url -> url.contains("token=") || url.contains("order"));
    assertThat(visit.page().evaluate("localStorage.length")).isEqualTo(0);
  }

  private void protect() {
    stop();
    fixture = new Fixture(Fixture.on(0, List.of(VIEWER, OPERATOR, PEER), Optional.empty()));
  }

  private void propose() {
    fixture.report(3, 0, 0);
    fixture.knowledge.setMode(Mode.PROPOSE);
    fixture.board.review(
        Mode.PROPOSE, fixture.look(3, Instant.now(), new OperatorRates(100, 1, 3), 0.25));
  }

  private void moved(int hashSlots, long keys) {
    fixture.board.change("plan-1", plan -> plan.advanced(new SlotProgress(hashSlots, keys)));
  }

  private PlanRecord plan() {
    return fixture.board.book().find("plan-1").orElseThrow();
  }

  private Visit visit() {
    return CHROMIUM.visit(fixture.server.address());
  }

  private static Locator state(Visit visit) {
    return visit.find("#plans tbody tr").first().locator(".chip");
  }
}
