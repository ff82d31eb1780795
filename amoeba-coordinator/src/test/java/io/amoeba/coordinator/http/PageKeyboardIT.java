package io.amoeba.coordinator.http;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import io.amoeba.coordinator.changes.slots.SlotProgress;
import io.amoeba.coordinator.config.Role;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.monitor.OperatorRates;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The page without a mouse, and as a screen reader has it. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the field
class PageKeyboardIT {

  @RegisterExtension static final Chromium CHROMIUM = new Chromium();

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
  void everyControlIsReachedByTabAndHasAName() {
    fixture.knowledge.setMode(Mode.PROPOSE);
    fixture.report(70, 0, 0);
    fixture.board.review(
        Mode.PROPOSE, fixture.look(70, Instant.now(), new OperatorRates(100, 1, 3), 0.25));
    Visit visit = visit();
    assertThat(visit.button("approve plan-1")).isVisible();
    List<String> reached = new ArrayList<>();

    for (int i = 0; i < 5; i++) {
      visit.page().keyboard().press("Tab");
      Locator focused = visit.find(":focus");
      reached.add((String) focused.evaluate("e => e.ariaLabel || e.textContent"));
    }

    assertThat(reached)
        .containsExactly(
            "pause", "Search nodes", "dry run: 2 checks met", "approve plan-1", "reject plan-1");
    assertThat(visit.find("button:visible, input:visible")).hasCount(4);
    assertThat(visit.find("#nodeFilter")).hasAccessibleName("Search nodes");
    assertThat(visit.find("#local"))
        .hasAccessibleName("local-hit rate of store requests, over time");
    assertThat(visit.find("#band-store canvas")).hasAccessibleName("Redis primaries");
    assertThat(visit.find("#live")).hasRole(AriaRole.STATUS);
    assertThat(visit.find("#plans th").last()).hasAccessibleName("commands");
  }

  @Test
  void aPlanIsApprovedByKeyboardAndTheFocusStaysAtThatPlan() {
    propose();
    Visit visit = visit();
    Locator approve = visit.button("approve plan-1");

    approve.focus();
    visit.awaitLook();
    assertThat(approve).isFocused();
    visit.page().keyboard().press("Enter");

    assertThat(visit.button("abort plan-1")).isVisible();
    assertThat(visit.find("#plans tbody tr")).isFocused();
    // A second Enter, held too long, must not abort what the first one has approved.
    visit.page().keyboard().press("Enter");
    visit.awaitLook();
    assertThat(fixture.board.book().find("plan-1").orElseThrow().state())
        .isEqualTo(PlanState.APPROVED);
    visit.page().keyboard().press("Tab");
    assertThat(visit.find("#plans summary")).isFocused();
    visit.page().keyboard().press("Tab");
    assertThat(visit.button("abort plan-1")).isFocused();
  }

  @Test
  void theFocusOutlivesProgress() {
    fixture.board.review(Mode.PROPOSE, PlansApiTest.moves());
    fixture.board.review(Mode.ACT, PlansApiTest.moves());
    fixture.board.enter("plan-1", PlanState.EXECUTING, "7 hash slots move");
    Visit visit = visit();
    Locator abort = visit.button("abort plan-1");

    abort.focus();
    fixture.board.change("plan-1", plan -> plan.advanced(new SlotProgress(3, 120)));

    assertThat(visit.find("#plans td.result")).containsText("3 of 7");
    assertThat(abort).isFocused();
  }

  @Test
  void nodesAreFoundByKeyboardWhereTheyAreTooManyToRead() {
    fixture.report(70, 0, 0);
    fixture.look(70, Instant.now(), new OperatorRates(100, 1, 3), 0.25);
    Visit visit = visit();
    assertThat(visit.find("#nodes i")).hasCount(70);

    visit.find("#nodeFilter").focus();
    visit.page().keyboard().type("127.0.1.33");

    assertThat(visit.find("#nodeCount")).hasText("1 of 70 nodes");
    assertThat(visit.find("#nodes .node")).hasCount(1);
    assertThat(visit.find("#nodes .node")).containsText("127.0.1.33:7032");
    visit.awaitLook();
    assertThat(visit.find("#nodeFilter")).isFocused();
    assertThat(visit.find("#nodes .node")).hasCount(1);
  }

  @Test
  void aTokenIsGivenByKeyboard() {
    stop();
    fixture =
        new Fixture(
            Fixture.on(
                0, List.of(Fixture.token("otto", "order", Role.OPERATOR)), Optional.empty()));
    Visit visit = visit();
    visit.expectError("401"); // before the token is known
    assertThat(visit.find("#token")).isVisible();

    visit.page().keyboard().press("Tab");
    assertThat(visit.find("#token")).isFocused();
    visit.page().keyboard().type("order");
    visit.page().keyboard().press("Enter");

    assertThat(visit.find("#live")).hasText("live");
    assertThat(visit.find("#content")).isVisible();
  }

  private void propose() {
    fixture.report(3, 0, 0);
    fixture.knowledge.setMode(Mode.PROPOSE);
    fixture.board.review(
        Mode.PROPOSE, fixture.look(3, Instant.now(), new OperatorRates(100, 1, 3), 0.25));
  }

  private Visit visit() {
    return CHROMIUM.visit(fixture.server.address());
  }
}
