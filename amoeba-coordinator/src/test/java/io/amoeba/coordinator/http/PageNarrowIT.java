package io.amoeba.coordinator.http;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.monitor.OperatorRates;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page on a telephone. */
class PageNarrowIT {

  @RegisterExtension static final Chromium CHROMIUM = new Chromium();

  private static final int WIDTH = 390;
  private static final int HEIGHT = 844;

  private static Visit visit(Fixture fixture) {
    Visit visit = CHROMIUM.visit(fixture.server.address());
    visit.page().setViewportSize(WIDTH, HEIGHT);
    assertThat(visit.find("#live")).hasText("live");
    visit.expectError("Failed to load resource"); // once its coordinator has gone
    return visit;
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 1_000})
  void nothingIsBesideTheScreen(int nodes) {
    try (Fixture fixture = new Fixture(Fixture.open())) {
      InventedHistory.of(fixture, nodes, 30, true);
      fixture.clock.hold(fixture.knowledge.finding().orElseThrow().snapshot().at());

      Visit visit = visit(fixture);

      assertThat(visit.find(".figure", "nodes")).containsText("%,d".formatted(nodes));
      assertThat(visit.number("document.documentElement.scrollWidth")).isEqualTo(WIDTH);
      visit.screenshot(Path.of("target", "page-narrow-" + nodes + "-nodes.png"));
    }
  }

  @Test
  void aPlanIsReadAndApproved() {
    try (Fixture fixture = new Fixture(Fixture.open())) {
      fixture.report(3, 0, 0);
      fixture.knowledge.setMode(Mode.PROPOSE);
      fixture.board.review(
          Mode.PROPOSE, fixture.look(3, Instant.now(), new OperatorRates(61_234, 1, 3), 0.25));
      Visit visit = visit(fixture);
      String why = "document.querySelector('#plans td.why').getBoundingClientRect()";

      assertThat(visit.find("#plans td.why")).containsText("Toll");
      assertThat(visit.number(why + ".left")).isGreaterThanOrEqualTo(0);
      assertThat(visit.number(why + ".width")).as("room for words").isGreaterThan(0.7 * WIDTH);
      assertThat(visit.number(why + ".right")).isLessThanOrEqualTo(WIDTH);
      String order = "document.querySelector('#plans .orders').getBoundingClientRect().right";
      assertThat(visit.number(order)).isLessThanOrEqualTo(WIDTH);
      visit.screenshot(Path.of("target", "page-narrow-plan.png"));
      visit.find("#plans .orders button", "approve").click();

      assertThat(visit.find("#plans .chip").first()).hasText("approved");
      assertThat(fixture.board.book().newestFirst().get(0).state()).isEqualTo(PlanState.APPROVED);
    }
  }
}
