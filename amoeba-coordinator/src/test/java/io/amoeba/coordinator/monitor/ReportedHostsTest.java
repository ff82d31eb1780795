package io.amoeba.coordinator.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.analyze.Analyzer;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.diagnosis.SymptomCode;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.RouterReport;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Two task managers in pods, on the machines of two primaries. */
class ReportedHostsTest {

  private static final EdgeId EDGE = new EdgeId("job", "Toll");

  private final List<NodeEntry> table = new ArrayList<>();
  private StreamView view = view("10.1.0.7", "10.1.0.8");
  private long nowMillis;
  private final SnapshotCollector collector = collector();

  @Test
  void aTaskManagerIsOnTheMachineThatItReports() {
    ClusterSnapshot snapshot =
        collect(report("tm-1", "192.168.0.1"), report("tm-2", "192.168.0.2"));

    assertThat(snapshot.nodes().names()).containsExactly("192.168.0.1", "192.168.0.2");
    assertThat(subtasks(snapshot))
        .extracting(Subtask::host)
        .containsExactly("192.168.0.1", "192.168.0.2");
    assertThat(Analyzer.analyze(snapshot))
        .noneMatch(symptom -> symptom.is(SymptomCode.HASH_SLOTS_WITHOUT_SUBTASK));
  }

  @Test
  void everyNameOfTheMachineMatches() {
    ClusterSnapshot snapshot =
        collect(report("tm-1", "node-1", "192.168.0.1"), report("tm-2", "192.168.0.2"));

    Primary primary = snapshot.primaries().get(0);
    assertThat(snapshot.nodes().of(primary)).isEqualTo("node-1");
    assertThat(snapshot.nodes().of(subtasks(snapshot).get(0))).isEqualTo("node-1");
  }

  @Test
  void withoutAReportItIsWhereFlinkSays() {
    collect();
    nowMillis += ReportedHosts.AWAITED_MILLIS;

    ClusterSnapshot snapshot = collect();

    assertThat(subtasks(snapshot))
        .extracting(Subtask::host)
        .containsExactly("10.1.0.7", "10.1.0.8");
    assertThat(snapshot.nodes().names()).hasSize(4);
    assertThat(operator(snapshot).settled()).isTrue();
  }

  @Test
  void nothingIsDecidedBeforeEachTaskManagerHadTheTimeToReport() {
    assertThat(operator(collect()).settled()).as("none has reported").isFalse();
    assertThat(operator(collect(report("tm-1", "192.168.0.1"))).settled())
        .as("one has reported another host than Flink's")
        .isFalse();

    ClusterSnapshot snapshot =
        collect(report("tm-1", "192.168.0.1"), report("tm-2", "192.168.0.2"));

    assertThat(operator(snapshot).settled()).isTrue();
  }

  @Test
  void whereTheFirstReportsFlinksHostNobodyIsWaitedFor() {
    assertThat(operator(collect(report("tm-1"))).settled()).isTrue();
  }

  @Test
  void whatWasReportedCountsWhileTheJobRestarts() {
    collect(report("tm-1", "192.168.0.1"), report("tm-2", "192.168.0.2"));

    ClusterSnapshot snapshot = collect();

    assertThat(subtasks(snapshot))
        .extracting(Subtask::host)
        .containsExactly("192.168.0.1", "192.168.0.2");
    assertThat(operator(snapshot).settled()).isTrue();
  }

  @Test
  void aReportedHostThatIsNoneIsASymptomThatNamesItAndTheTaskManager() {
    ClusterSnapshot snapshot =
        collect(report("tm-1", "-oProxyCommand=id"), report("tm-2", "192.168.0.2"));

    assertThat(Analyzer.analyze(snapshot))
        .contains(
            Symptoms.hostUnusable(
                "The report of task manager tm-1 (amoeba.node.host)", "-oProxyCommand=id"));
    assertThat(subtasks(snapshot))
        .extracting(Subtask::host)
        .containsExactly("10.1.0.7", "192.168.0.2");
  }

  @Test
  void whoeverFlinkDoesNotKnowChangesNothing() {
    ClusterSnapshot snapshot = collect(report("tm-1"), report("evil", "$(id)"));

    assertThat(snapshot.refusedHosts()).isEmpty();
  }

  @Test
  void theTableOfNodesStillKnowsATaskManagerByFlinksHost() {
    table.add(new NodeEntry("left", List.of("10.1.0.7"), List.of("192.168.0.1")));

    ClusterSnapshot snapshot =
        collector().collect(List.of(report("tm-1", "192.168.0.2")), Map.of());

    assertThat(snapshot.nodes().of(subtasks(snapshot).get(0))).isEqualTo("left");
  }

  @Test
  void freeTaskSlotsAreOnTheMachineThatWasReported() {
    view =
        new StreamView.Found(
            ((StreamView.Found) view).job(), List.of(new FreeTaskSlots("tm-2", "10.1.0.8", 1)));

    ClusterSnapshot snapshot =
        collect(report("tm-1", "192.168.0.1"), report("tm-2", "192.168.0.2"));

    assertThat(snapshot.freeTaskSlots())
        .containsExactly(new FreeTaskSlots("tm-2", "192.168.0.2", 1));
    assertThat(snapshot.nodes().of(snapshot.freeTaskSlots().get(0))).isEqualTo("192.168.0.2");
  }

  private ClusterSnapshot collect(TaskManagerReport... reports) {
    return collector.collect(List.of(reports), Map.of());
  }

  private static StreamOperator operator(ClusterSnapshot snapshot) {
    return snapshot.job().orElseThrow().operators().get(0);
  }

  private static List<Subtask> subtasks(ClusterSnapshot snapshot) {
    return operator(snapshot).subtasks();
  }

  private static TaskManagerReport report(String id, String... nodeHosts) {
    RouterReport router = new RouterReport(EDGE, 0, 2, 2, id.hashCode(), 1, 1);
    return new TaskManagerReport(
        id,
        "",
        "10.1.0.7",
        List.of(nodeHosts),
        "us",
        0,
        0,
        0,
        List.of(router),
        List.of(),
        List.of());
  }

  private static StreamView.Found view(String one, String two) {
    List<Subtask> subtasks =
        List.of(
            new Subtask(0, 0, 1, "RUNNING", one, "tm-1"),
            new Subtask(1, 0, 1, "RUNNING", two, "tm-2"));
    return new StreamView.Found(
        new StreamJob(
            "job",
            "Tolls",
            "RUNNING",
            "2.3.0",
            false,
            List.of(new StreamOperator("Toll", true, 2, subtasks, true, OperatorRates.UNKNOWN))));
  }

  private SnapshotCollector collector() {
    return new SnapshotCollector(
        new StreamMonitor() {
          @Override
          public StreamView read() {
            return view;
          }

          @Override
          public void close() {}
        },
        new StoreMonitor() {
          @Override
          public StoreView read() {
            return new StoreView.Found(
                List.of(
                    primary("p1", "192.168.0.1", 0, 8_191),
                    primary("p2", "192.168.0.2", 8_192, 16_383)));
          }
        },
        new NodeTable(table, Set::of),
        Clock.systemUTC(),
        () -> nowMillis);
  }

  private static Primary primary(String id, String host, int from, int to) {
    return new Primary(id, host, 7000, List.of(), List.of(new HashSlotSpan(from, to)));
  }
}
