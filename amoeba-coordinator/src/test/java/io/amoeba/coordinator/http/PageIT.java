package io.amoeba.coordinator.http;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.amoeba.coordinator.approve.Orders;
import io.amoeba.coordinator.changes.routing.RoutingProgress;
import io.amoeba.coordinator.cluster.Replica;
import io.amoeba.coordinator.cluster.Replicas;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.Reason;
import io.amoeba.coordinator.monitor.OperatorRates;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the page shows, in a real browser, of a coordinator that knows a small cluster. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the field
class PageIT {

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
  void aCoordinatorThatHasSeenNothingYetIsShownAsThat() {
    Visit visit = visit();

    assertThat(visit.find("#live")).hasText("live");
    assertThat(visit.find("#job")).hasText("no job");
    assertThat(visit.find("#plans tbody")).hasText("none yet");
    assertThat(visit.find("#decisions tbody")).hasText("none yet");
  }

  @Test
  void theTopologyShowsEachNodesPrimariesHashSlotsAndSubtasks() {
    fixture.report(3, 0, 0);
    fixture.look(3, Instant.now(), new OperatorRates(1_000, 5, 5), 0.25);

    Visit visit = visit();

    assertThat(visit.find("#job")).hasText("LinearRoad · running · Flink 2.3.0");
    Locator nodes = visit.find("#nodes .node");
    assertThat(nodes).hasCount(3);
    assertThat(nodes.nth(0).getByRole(AriaRole.HEADING)).hasText("127.0.1.1 5,461 hash slots");
    assertThat(nodes.nth(0)).containsText("127.0.1.1:7000");
    assertThat(nodes.nth(0).locator(".subtask")).hasText("Toll 2");
    assertThat(nodes.nth(1).locator(".subtask")).hasText("Toll 0");
    assertThat(visit.find("#symptoms li.warning").first()).containsText("Toll: ");
    assertThat(visit.find("#symptoms")).containsText("HASH_SLOTS_MISALIGNED");
    assertThat(visit.find("#handOvers tbody")).containsText("hash routing");
  }

  @Test
  void aStoreWithoutAJobShowsNothingOfJobs() {
    fixture.storeAlone = true;
    fixture.board.review(
        Mode.PROPOSE, fixture.look(3, Instant.now(), OperatorRates.UNKNOWN, Double.NaN));

    Visit visit = visit();

    assertThat(visit.find("#job")).hasText("Redis without Flink");
    assertThat(visit.find("#figures")).containsText("385 – 10.5 k");
    assertThat(visit.find("#nodes .node")).hasCount(3);
    assertThat(visit.find("#nodes .node").nth(0)).containsText("127.0.1.1:7000");
    assertThat(visit.find("#nodes .node .of-job").first()).isHidden();
    assertThat(visit.find("#handOvers")).isHidden();
    assertThat(visit.find("#local")).isHidden();
    assertThat(visit.find("#symptoms")).hasText("none");
    assertThat(visit.find("#plans tbody tr")).hasCount(1);
    assertThat(visit.find("#plans tbody tr")).containsText("the store is uneven");
    assertThat(visit.find("#plans tbody tr td").nth(4)).hasText("–");
    visit.screenshot(Path.of("target/page-store-alone.png"));
  }

  @Test
  void replicasAreShownWithTheirLagAndTheirShareOfTheReads() {
    fixture.replicas =
        new Replicas(
            List.of(
                new Replica("r1", "10.0.0.8", 6379, OptionalLong.of(12), OptionalLong.of(40_000)),
                new Replica("r2", "10.0.0.9", 6379, OptionalLong.empty(), OptionalLong.empty())),
            OptionalDouble.of(0.25));
    fixture.look(1, Instant.now(), new OperatorRates(1_000, 5, 5), 0.25);

    Visit visit = visit();

    assertThat(visit.find("#replicas tbody tr"))
        .hasText(
            new String[] {
              "127.0.1.1:700025.0 %10.0.0.8:637912 s40.0 k B", "10.0.0.9:6379unknownunknown"
            });
  }

  @Test
  void manyReplicasAreCounted() {
    fixture.replicas =
        new Replicas(
            List.of(new Replica("r", "10.0.0.8", 6379, OptionalLong.empty(), OptionalLong.of(3))),
            OptionalDouble.empty());
    fixture.look(70, Instant.now(), new OperatorRates(1_000, 5, 5), 0.25);

    Visit visit = visit();

    assertThat(visit.find("#replicas tbody tr")).hasCount(61);
    assertThat(visit.find("#replicas tbody tr").nth(0))
        .hasText("127.0.1.1:7000unknown10.0.0.8:6379unknown3 B");
    assertThat(visit.find("#replicas tbody tr").nth(60)).hasText("and 10 more");
  }

  @Test
  void aStoreWithoutReplicasHasNoTableOfThem() {
    fixture.look(1, Instant.now(), new OperatorRates(1_000, 5, 5), 0.25);

    Visit visit = visit();

    assertThat(visit.find("#nodes .node")).hasCount(1);
    assertThat(visit.find("#replication")).isHidden();
  }

  @Test
  void theBandsSayWhereAHashSlotLivesAndWhoOwnsIt() {
    fixture.report(3, 0, 0);
    fixture.look(3, Instant.now(), new OperatorRates(1_000, 5, 5), 0.25);
    Visit visit = visit();

    band(visit, "Redis primaries").hover();
    assertThat(visit.find("#tip"))
        .hasText(Pattern.compile("^hash slot 8[12]\\d\\d\\sprimary on 127\\.0\\.1\\.2$"));
    band(visit, "Toll owners").hover();
    assertThat(visit.find("#tip")).containsText("owned by Toll ");

    assertThat(colours(visit, "#band-store canvas")).isEqualTo(3);
    assertThat(colours(visit, "#band-o0 canvas")).isEqualTo(3);
  }

  @Test
  void hashSlotsAndSubtasksThatHaveComeToAnotherNodeAreMarkedForAMinute() {
    fixture.look(3, Instant.now(), new OperatorRates(1_000, 5, 5), 0.25);
    Visit visit = visit();
    visit.awaitLook();
    assertThat(visit.find("#band-moved")).hasCount(0);
    assertThat(visit.find(".subtask.moved")).hasCount(0);

    // Primaries and subtasks of four nodes: a third of the first node's hash slots go, and so on.
    fixture.look(4, Instant.now(), new OperatorRates(1_000, 5, 5), 0.25);

    assertThat(visit.find("#band-moved .label")).hasText("moved 8,191 in the last minute");
    assertThat(visit.find(".subtask.moved"))
        .hasText(new String[] {"Toll 3", "Toll 2"}); // 3 is new, and 2 was on the first node
    band(visit, "moved 8,191 in the last minute").hover();
    assertThat(visit.find("#tip")).containsText("hash slot 8");
    visit.screenshot(Path.of("target", "page-moves.png"));

    visit
        .page()
        .evaluate(
            "const now = performance.now.bind(performance); performance.now = () => now() + 60000;");
    assertThat(visit.find("#band-moved")).hasCount(0);
    assertThat(visit.find(".subtask.moved")).hasCount(0);
  }

  @Test
  void bothHistoriesRunOverTimeWithAMarkerForThePlan() {
    InventedHistory.of(fixture, 3, 120, true);

    Visit visit = visit();

    assertThat(visit.find("#live")).hasText("live");
    for (String chart : List.of("local", "records")) {
      String shown = "Chart.getChart('" + chart + "')";
      String points = shown + ".data.datasets[0].data";
      assertThat(visit.number(points + ".length")).as(chart).isGreaterThan(100);
      assertThat(visit.number(points + "[0].x")).isLessThan(visit.number(points + ".at(-1).x"));
      assertThat(visit.page().evaluate(shown + ".planSpans.map(span => span.id)"))
          .isEqualTo(List.of("plan-1"));
      String marker = shown + ".scales.x.getPixelForValue(" + shown + ".planSpans[0].from)";
      assertThat(visit.number(marker)).isGreaterThan(visit.number(shown + ".chartArea.left + 20"));
      assertThat(visit.number(marker)).isLessThan(visit.number(shown + ".chartArea.right - 20"));
      assertThat(colours(visit, "#" + chart)).isGreaterThan(3);
    }
    String local = "Chart.getChart('local').data.datasets[0].data";
    assertThat(visit.number(local + "[0].y")).isLessThan(0.5);
    assertThat(visit.number(local + ".at(-1).y")).isGreaterThan(0.99);
    assertThat(visit.find(".figure", "hash slots aligned")).containsText("100 %");
  }

  @Test
  void theDecisionLogSaysWhyItActedOrWhyNotAboutWhichPlan() {
    fixture.knowledge.decisions().note("no plan: every hash slot is where it should be");
    fixture.knowledge.decisions().note("plan-7", "waits for approval: the mode is propose");

    Visit visit = visit();

    Locator rows = visit.find("#decisions tbody tr");
    assertThat(rows).hasCount(2);
    assertThat(rows.nth(0)).containsText("plan-7");
    assertThat(rows.nth(0)).containsText("waits for approval: the mode is propose");
    assertThat(rows.nth(1)).containsText("no plan: every hash slot is where it should be");
  }

  @Test
  void ticksWithProblemsOfTheSameCodesAreOneRowOfTheDecisionLog() {
    for (List<String> silent : List.of(List.of("Toll", "Accident"), List.of("Toll"))) {
      fixture
          .knowledge
          .decisions()
          .note(
              Optional.empty(),
              "no plan: ",
              Reason.ofSymptoms(silent.stream().map(Symptoms::reportsMissing).toList()));
    }

    Visit visit = visit();

    Locator rows = visit.find("#decisions tbody tr");
    assertThat(rows).hasCount(1);
    assertThat(rows).containsText("(2 times)");
    assertThat(rows).containsText("no plan: Toll: no report from any task manager REPORTS_MISSING");
  }

  @Test
  void theDryRunOfAPlanIsReadInItsRowAndStaysOpenWhileThePlanGoesOn() {
    fixture.report(3, 0, 0);
    fixture.board.review(
        Mode.PROPOSE, fixture.look(3, Instant.now(), new OperatorRates(1_000, 5, 5), 0.25));
    Visit visit = visit();
    Locator summary = visit.find("#plans summary");
    Locator found = visit.find("#plans details");
    assertThat(summary).hasText("dry run: 2 checks met");
    assertThat(found.locator(".found").first()).isHidden();

    summary.focus();
    visit.page().keyboard().press("Enter");

    assertThat(found).containsText("10.8 k hash slots");
    assertThat(found).containsText("Toll: 33.9 % → 100 %");
    assertThat(found).containsText("rise met: the local-hit rate rises by 75.00 %");
    fixture.board.change(
        "plan-1", plan -> plan.advanced(new RoutingProgress(Map.of(fixture.edge, 1L), Set.of())));
    visit.awaitLook();
    assertThat(found.locator(".found").first()).isVisible();
    assertThat(summary).isFocused();
    new Orders(fixture.board, fixture.clock).approve("plan-1", "alice", "");
    assertThat(visit.find("#plans .chip")).hasText("approved");
    assertThat(found.locator(".found").first()).isVisible();
  }

  @Test
  void timesNameTheDayIfItIsNotTodayAndMidnightIsZeroHours() {
    Visit visit = visit();
    String midnight = "new Date().setHours(0, 0, 7)";

    assertThat(visit.page().evaluate("clock(" + midnight + ")")).isEqualTo("00:00:07");
    assertThat(visit.page().evaluate("clock(Date.UTC(2024, 1, 29, 13, 5, 9))"))
        .isEqualTo("29 Feb 13:05:09");
  }

  @Test
  void thePageAsksNobodyButItsCoordinator() {
    fixture.look(3, Instant.now(), new OperatorRates(1_000, 5, 5), 0.25);

    Visit visit = visit();
    visit.awaitLook();

    assertThat(visit.requests())
        .allSatisfy(url -> assertThat(url).startsWith(fixture.server.address()));
    assertThat(visit.problems()).isEmpty();
  }

  /** Without this, the checks of all other tests might be blind. */
  @Test
  void aPageThatAsksElsewhereIsStoppedAndNoticed() {
    Visit visit = visit();

    visit
        .page()
        .evaluate(
            "async () => { await fetch('http://127.0.0.2:9/').catch(() => {});"
                + " document.body.insertAdjacentHTML('beforeend', '<i onclick=\"1\"></i>'); }");
    visit.awaitLook();

    assertThat(visit.problems())
        .anySatisfy(problem -> assertThat(problem).contains("policy: connect-src", "127.0.0.2"))
        .anySatisfy(problem -> assertThat(problem).contains("policy: script-src"))
        .anySatisfy(problem -> assertThat(problem).startsWith("console: "));
    visit.expectError("^(policy|console): |request to http://127.0.0.2");
  }

  private Visit visit() {
    return CHROMIUM.visit(fixture.server.address());
  }

  private static Locator band(Visit visit, String name) {
    return visit.page().getByRole(AriaRole.IMG, new Page.GetByRoleOptions().setName(name));
  }

  /** How many colours a canvas has, those of soft edges included. */
  private static double colours(Visit visit, String canvas) {
    return visit.number(
        """
        (() => {
          const canvas = document.querySelector('%s');
          const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
          return new Set(new Uint32Array(pixels.buffer)).size;
        })()"""
            .formatted(canvas));
  }
}
