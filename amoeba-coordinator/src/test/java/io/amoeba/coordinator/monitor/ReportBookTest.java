package io.amoeba.coordinator.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.amoeba.partitioner.placement.protocol.DirectReport;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.GateReport;
import io.amoeba.partitioner.placement.protocol.RouterReport;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReportBookTest {

  private static final EdgeId EDGE = new EdgeId("j", "Toll");

  private final AtomicLong millis = new AtomicLong();
  private final ReportBook book = new ReportBook(millis::get, 6_000);

  @Test
  void reportIsForgottenUnlessItIsRenewed() {
    book.accept(report("a", 1));
    book.accept(report("b", 2));
    millis.set(4_000);
    book.accept(report("b", 2));
    millis.set(6_001);

    assertThat(book.expire().isAbout(EDGE)).isTrue();
    assertThat(book.live()).extracting(TaskManagerReport::taskManager).containsExactly("b");
    assertThat(book.expire().isAbout(EDGE)).isFalse();
  }

  @Test
  void newReportReplacesTheOldOne() {
    book.accept(report("a", 1));
    book.accept(report("a", 2));

    assertThat(book.about(EDGE).routers())
        .extracting(RouterReport::incarnation)
        .containsExactly(2L);
  }

  @Test
  void copiesOfThePartitionerInOneTaskManagerKeepTheirReports() {
    EdgeId other = new EdgeId("k", "Toll");
    tell(book, EDGE, other);
    book.accept(ofCopy("1", new RouterReport(EDGE, 0, 1, 1, 11, 0, 0)));
    book.accept(ofCopy("2", new RouterReport(other, 0, 1, 1, 12, 0, 0)));
    book.accept(ofCopy("1", new RouterReport(EDGE, 0, 1, 1, 13, 0, 0)));

    assertThat(book.about(EDGE).routers())
        .extracting(RouterReport::incarnation)
        .containsExactly(13L);
    assertThat(book.about(other).routers())
        .extracting(RouterReport::incarnation)
        .containsExactly(12L);
    assertThat(book.live()).hasSize(1);
    assertThat(book.live().get(0).routers()).hasSize(2);
  }

  @Test
  void copiesThatNeverEndPushTheOldestOut() {
    tell(book, EDGE);
    for (int copy = 0; copy < 200; copy++) {
      book.accept(ofCopy("copy-" + copy, new RouterReport(EDGE, 0, 1, 1, copy, 0, 0)));
    }

    assertThat(book.about(EDGE).routers()).hasSizeLessThanOrEqualTo(64);
    assertThat(book.about(EDGE).routers())
        .extracting(RouterReport::incarnation)
        .contains(199L)
        .doesNotContain(0L);
  }

  private static void tell(ReportBook book, EdgeId... edges) {
    book.tell(ToldEdges.NONE, Set.of(edges));
  }

  @Test
  void reportAboutAGateCountsOnlyFromTheTaskManagerThatRunsIt() {
    book.accept(ofGates("a", 0, 1));
    book.accept(ofGates("evil", 0, 1, 2));
    tell(book, EDGE);
    assertThat(book.about(EDGE).gates()).as("Flink has not said where they run").isEmpty();

    book.tell(new ToldEdges(Map.of(EDGE, Map.of(0, "a", 1, "b"))), Set.of());
    assertThat(book.about(EDGE).gates())
        .as("the gate on b has not reported")
        .extracting(GateReport::subtask, GateReport::parallelism)
        .containsExactly(tuple(0, 2));

    book.accept(ofGates("b", 1));
    assertThat(book.about(EDGE).gates()).extracting(GateReport::subtask).containsExactly(0, 1);

    book.tell(new ToldEdges(Map.of(EDGE, Map.of(0, "b", 1, "b"))), Set.of());
    assertThat(book.about(EDGE).gates())
        .as("the gate that moved to b has not reported from there")
        .extracting(GateReport::subtask)
        .containsExactly(1);
  }

  private static TaskManagerReport ofGates(String taskManager, int... subtasks) {
    List<GateReport> gates =
        IntStream.of(subtasks)
            .mapToObj(subtask -> new GateReport(EDGE, subtask, subtasks.length, 1, 7, 0, 0))
            .toList();
    return new TaskManagerReport(taskManager, "host", "us", 0, 0, List.of(), gates, List.of());
  }

  private static TaskManagerReport ofCopy(String copy, RouterReport router) {
    return new TaskManagerReport(
        "tm", copy, "host", List.of(), "us", 0, 0, 0, List.of(router), List.of(), List.of());
  }

  @Test
  void routersComeInTheOrderInWhichTheyWereFirstHeard() {
    book.accept(report("old", 1));
    book.accept(report("new", 2));
    book.accept(report("old", 1));

    assertThat(book.about(EDGE).routers())
        .extracting(RouterReport::incarnation)
        .containsExactly(1L, 2L);
  }

  @Test
  void routersOfAnEarlierCoordinatorsDocumentAreNotYetOurs() {
    book.accept(report("a", 1));

    assertThat(book.allRoutersHear(EDGE, "us")).isTrue();
    assertThat(book.allRoutersHear(EDGE, "others")).isFalse();
  }

  @Test
  void aRouterThatGoesOnKeepsItsPlaceAndOneThatHasGoneLosesIt() {
    book.accept(report("a", 1));
    book.accept(report("b", 2));
    book.accept(report("a", 1));
    book.accept(report("a", 3));
    book.accept(report("a", 1));

    assertThat(book.about(EDGE).routers())
        .extracting(RouterReport::incarnation)
        .containsExactly(2L, 1L);
  }

  @Test
  void edgesThatFlinkHasNotToldOfAreNoneUntilItDoes() {
    book.accept(report("a", 1));
    assertThat(book.edges()).isEmpty();
    assertThat(book.hasUntold()).isTrue();

    tell(book, EDGE);

    assertThat(book.edges()).containsExactly(EDGE);
    assertThat(book.hasUntold()).isFalse();
    assertThat(book.about(EDGE).routers()).hasSize(1);

    tell(book);
    assertThat(book.edges()).isEmpty();
  }

  @Test
  void inventedEdgesTakeNoRoomFromOthers() {
    ReportBook small =
        new ReportBook(millis::get, 6_000, new ReportLimits(100, 20, 4_000, 3, 4, 1_000));
    tell(small, EDGE);
    for (int i = 0; i < 50; i++) {
      GateReport gate = new GateReport(new EdgeId("x", "o" + i), 0, 1, 0, 0, 0, 0);
      DirectReport direct = new DirectReport("p" + i, 1, 0);
      TaskManagerReport invented =
          new TaskManagerReport(
              "evil", "h", "", 0, 0, List.of(), List.of(gate, gate), List.of(direct));
      small.accept(invented);
    }
    small.accept(report("a", 1));

    assertThat(small.about(EDGE).routers()).hasSize(1);
    assertThat(small.edges()).containsExactly(EDGE);

    List<GateReport> many =
        IntStream.range(0, 50)
            .mapToObj(i -> new GateReport(new EdgeId("x", "o" + i), 0, 1, 0, 0, 0, 0))
            .toList();
    small.accept(new TaskManagerReport("evil", "h", "", 0, 0, List.of(), many, List.of()));
    assertThat(small.live().get(1).gates()).as("three edges").hasSize(3);
  }

  @Test
  void reportsThatDoNotFitBesideTheOthersAreRefused() {
    ReportBook small =
        new ReportBook(millis::get, 6_000, new ReportLimits(3, 7, 100_000, 3, 4, 1_000));
    tell(small, EDGE);
    small.accept(report("a", 1));
    small.accept(report("b", 2));
    small.accept(report("c", 3));

    assertThatThrownBy(() -> small.accept(report("d", 4)))
        .isInstanceOf(TooManyReports.class)
        .hasMessageContaining("3 task managers");
    RouterReport router = new RouterReport(EDGE, 0, 1, 1, 9, 0, 0);
    TaskManagerReport larger =
        new TaskManagerReport(
            "c", "h", "us", 0, 0, List.of(router, router, router), List.of(), List.of());
    assertThatThrownBy(() -> small.accept(larger))
        .isInstanceOf(TooManyReports.class)
        .hasMessageContaining("would have 8 routers, gates and partitioners");
    assertThat(small.about(EDGE).routers())
        .as("the earlier one stays")
        .extracting(RouterReport::incarnation)
        .containsExactly(1L, 2L, 3L);

    millis.set(7_000);
    var unused = small.expire();
    small.accept(larger);
    assertThat(small.live()).hasSize(1);
  }

  private static TaskManagerReport report(String id, long incarnation) {
    RouterReport router = new RouterReport(EDGE, 0, 1, 1, incarnation, 0, 0);
    return new TaskManagerReport(id, "h", "us", 0, 0, List.of(router), List.of(), List.of());
  }
}
