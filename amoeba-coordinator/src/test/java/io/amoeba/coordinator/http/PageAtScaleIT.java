package io.amoeba.coordinator.http;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.approve.Sight;
import io.amoeba.coordinator.changes.slots.HashSlotMove;
import io.amoeba.coordinator.changes.slots.MoveHashSlots;
import io.amoeba.coordinator.changes.slots.MoveReason;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.PlanCost;
import io.amoeba.coordinator.plan.PlanGain;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The page with few nodes and with a thousand, where everything that can be long is long: how much
 * it asks for, builds and changes, whatever the machine's speed. Screenshots of both are written to
 * {@code target}.
 */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the field
class PageAtScaleIT {

  @RegisterExtension static final Chromium CHROMIUM = new Chromium();

  private static final int MANY = 1_000;
  private static final String ELEMENTS = "document.querySelectorAll('*').length";

  private static Fixture fixture;

  @BeforeAll
  static void aThousandNodes() {
    fixture = new Fixture(Fixture.open());
    InventedHistory.of(fixture, MANY, 8, true);
    // Whatever takes long from here on, no report gets old.
    Instant now = fixture.knowledge.finding().orElseThrow().snapshot().at();
    fixture.clock.hold(now);
    fixture.knowledge.setMode(Mode.PROPOSE);
    fixture.board.review(Mode.PROPOSE, moves(MANY));
    for (int i = 1; i <= 200; i++) {
      fixture.publisher.report(
          new TaskManagerReport(
              "old-" + i, "127.0.1." + i, "this", 2, 0, List.of(), List.of(), List.of()));
    }
    fixture.look(MANY, now.plusSeconds(1), new OperatorRates(61_000, 1, 1), 1);
  }

  @AfterAll
  static void stop() {
    fixture.close();
  }

  @Test
  void threeNodesAreCardsOnAPageOfFewElements() {
    try (Fixture few = new Fixture(Fixture.open())) {
      InventedHistory.of(few, 3, 300, true);
      few.knowledge.setMode(Mode.PROPOSE);
      few.board.review(Mode.PROPOSE, moves(3));

      Visit visit = CHROMIUM.visit(few.server.address());

      assertThat(visit.find("#nodes .node")).hasCount(3);
      assertThat(visit.find("#nodeSearch")).isHidden();
      assertThat(visit.number(ELEMENTS)).isLessThan(400);
      visit.screenshot(Path.of("target", "page-3-nodes.png"));
      visit.expectError("Failed to load resource"); // once its coordinator has gone
    }
  }

  @Test
  void aThousandNodesAreATileEachAndNothingElseGrowsWithThem() {
    Visit visit = visit();

    assertThat(visit.find("#nodes i")).hasCount(MANY);
    assertThat(visit.find("#nodeCount")).hasText("1,000 of 1,000 nodes");
    assertThat(visit.find(".figure", "nodes")).containsText("1,000");
    assertThat(visit.find("#plans td.why").first()).containsText("and 992 more");
    assertThat(visit.find("#symptoms li").last())
        .containsText(
            "old-1, old-2, old-3 and 197 more: the task manager refused 2 placement maps");
    assertThat(visit.number("document.querySelectorAll('#symptoms li').length")).isLessThan(12);
    assertThat(visit.number(ELEMENTS)).isLessThan(MANY + 500);
    visit.screenshot(Path.of("target", "page-1000-nodes.png"));
  }

  @Test
  void thePageIsUsableAfterOneRequestForEachOfItsPartsAndOneForTheState() {
    Visit visit = CHROMIUM.visit(fixture.server.address());
    assertThat(visit.find("#nodes i")).hasCount(MANY);

    List<String> parts =
        visit.requests().stream().filter(url -> !url.endsWith("/api/v1/state")).toList();
    assertThat(parts).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(9);
  }

  @Test
  void aLookAtAnUnchangedClusterReplacesNoTile() {
    Visit visit = visit();
    assertThat(visit.find("#nodes i")).hasCount(MANY);
    visit
        .page()
        .evaluate(
            "() => { window.changed = 0; new MutationObserver(all => all.forEach(one =>"
                + " window.changed += one.addedNodes.length + one.removedNodes.length))"
                + ".observe(document.getElementById('nodes'), { childList: true }); }");

    visit.awaitLook();

    assertThat(visit.number("window.changed")).isZero();
    assertThat(visit.number(ELEMENTS)).isLessThan(MANY + 500);
  }

  @Test
  void aSlowAnswerIsWaitedForInsteadOfAskingAgain() {
    Visit visit = visit();
    assertThat(visit.find("#live")).hasText("live");
    visit
        .page()
        .evaluate(
            """
            () => {
              const plain = window.fetch;
              window.most = 0;
              let now = 0;
              window.fetch = async (...all) => {
                window.most = Math.max(window.most, ++now);
                await new Promise(done => setTimeout(done, 1500));
                return plain(...all).finally(() => now--);
              };
            }""");

    visit.awaitLook();

    assertThat(visit.number("window.most")).isEqualTo(1);
  }

  @Test
  void aNodeIsFoundAmongAThousandWithoutAskingTheCoordinator() {
    Visit visit = visit();
    assertThat(visit.find("#nodes i")).hasCount(MANY);
    visit.page().route("**/api/v1/state", route -> {}); // no further answer
    visit.expectError("ERR_|Failed to load");

    visit.find("#nodeFilter").fill("127.0.1.777");

    assertThat(visit.find("#nodes .node")).hasCount(1);
    assertThat(visit.find("#nodes .node")).containsText("127.0.1.777:7776");
    visit.find("#nodeFilter").fill("");
    assertThat(visit.find("#nodes i")).hasCount(MANY);
  }

  private static Visit visit() {
    Visit visit = CHROMIUM.visit(fixture.server.address());
    assertThat(visit.find("#live")).hasText("live");
    return visit;
  }

  /** Each primary gives a hash slot to the next. */
  private static Sight moves(int primaries) {
    List<HashSlotMove> moves = new ArrayList<>();
    Map<String, String> addresses = new HashMap<>();
    for (int i = 0; i < primaries; i++) {
      addresses.put("p" + i, "127.0.1." + (i + 1) + ":" + (7000 + i));
      moves.add(
          new HashSlotMove(
              "p" + i,
              "p" + (i + 1) % primaries,
              List.of(new HashSlotSpan(3 * i, 3 * i + 1)),
              MoveReason.OWNER_GIVEN));
    }
    MoveHashSlots action = new MoveHashSlots("Statistics", moves, addresses, 0.5, 1.0);
    Proposal proposal =
        new Proposal(
            new ChangePlan("Statistics: " + 2 * primaries + " hash slots are away", action),
            "t",
            new PlanCost(
                action.movedHashSlots(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty()),
            new PlanGain.LocalShare(0.5, false, 1.0));
    return Fixture.sight(proposal);
  }
}
