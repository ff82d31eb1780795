package io.amoeba.coordinator.changes.parallelism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.amoeba.coordinator.analyze.Analyzer;
import io.amoeba.coordinator.changes.PlanRules;
import io.amoeba.coordinator.changes.Planner;
import io.amoeba.coordinator.changes.leadership.UpkeepSettings;
import io.amoeba.coordinator.changes.slots.DrainSettings;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.FreeTaskSlots;
import io.amoeba.coordinator.monitor.NodeTable;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.StreamView;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.GrowthSettings;
import io.amoeba.coordinator.plan.MoveRules;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.RouterReport;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A store on nodes a to d, and a job with subtasks on nodes that are letters of a text. */
class JobGrowthTest {

  private String subtasks = "ab";
  private String free = "cd";
  private int slotsOfEach = 1;
  private int maxParallelism = 128;
  private boolean settled = true;
  private Set<String> forbidden = Set.of();
  private Optional<RescaleWay> way = Optional.of(RescaleWay.SAVEPOINT);

  @Test
  void aSubtaskMoreForEachNodeWithHashSlotsAndAFreeTaskSlot() {
    ChangePlan plan = made().due().get(0);

    RescaleJob action = (RescaleJob) plan.action();
    assertThat(action.from()).isEqualTo(2);
    assertThat(action.to()).isEqualTo(4);
    assertThat(action.nodes()).containsExactly("c", "d");
    assertThat(action.job()).isEqualTo("job");
    assertThat(action.shares().get(0).after()).isEqualTo(1.0);
    assertThat(plan.reason())
        .isEqualTo(
            "the job has 2 subtasks for 4 nodes with hash slots, and task slots are free on c, d: the"
                + " job stops with a savepoint, and continues from it with 4 subtasks instead of 2");
  }

  @Test
  void itComesBeforeRouting() {
    assertThat(made().due().stream().map(plan -> plan.action().kind()))
        .containsExactly("rescale_job", "align_routing");
  }

  @Test
  void asManySubtasksAsThereAreNodesWithFreeTaskSlots() {
    free = "c";

    RescaleJob action = (RescaleJob) made().due().get(0).action();

    assertThat(action.to()).isEqualTo(3);
    assertThat(action.shares().get(0).after()).isEqualTo(0.75);
  }

  @Test
  void taskSlotsWhereNoHashSlotsAreOrASubtaskIsAlreadyDoNotCount() {
    free = "abxy";

    assertThat(kinds()).doesNotContain(RescaleJob.KIND);
  }

  @Test
  void aJobWithASubtaskForEachNodeIsNotRescaledHoweverFlinkHasPlacedThem() {
    subtasks = "aabb";

    assertThat(kinds()).doesNotContain(RescaleJob.KIND);
  }

  @Test
  void manyTaskSlotsOfANodeAreOneSubtaskMore() {
    slotsOfEach = 8;
    free = "c";

    assertThat(((RescaleJob) made().due().get(0).action()).to()).isEqualTo(3);
  }

  @Test
  void taskSlotsOfForbiddenNodesDoNotCountAndItIsSaidThatFlinkMayTakeThem() {
    free = "cde";
    forbidden = Set.of("c", "e");

    ChangePlan plan = made().due().get(0);

    RescaleJob action = (RescaleJob) plan.action();
    assertThat(action.to()).isEqualTo(3);
    assertThat(action.nodes()).containsExactly("d");
    assertThat(plan.reason())
        .endsWith(
            "with 3 subtasks instead of 2; task slots on c, e are also free, but not used"
                + " (plans.rescale.forbiddenNodes): Flink may use them nevertheless");
  }

  @Test
  void aJobThatCouldGrowToForbiddenNodesAloneStaysAndTheReasonIsSaid() {
    forbidden = Set.of("c", "d");

    assertThat(kinds()).containsExactly("align_routing");
    assertThat(made().skipped())
        .extracting(Problem::code, Problem::statement)
        .containsExactly(
            tuple(
                "NODE_FORBIDDEN",
                "plans.rescale.forbiddenNodes: the job does not get the subtasks for which task slots are free on c, d"));
  }

  @Test
  void nothingIsDecidedWhileSubtasksMove() {
    settled = false;

    assertThat(kinds()).isEmpty();
  }

  @Test
  void onlyIfItIsWanted() {
    way = Optional.empty();

    assertThat(kinds()).containsExactly("align_routing");
  }

  @Test
  void theMaximumParallelismIsSaidToBeInTheWay() {
    maxParallelism = 3;

    Planner.Plans made = made();

    assertThat(made.due().stream().map(plan -> plan.action().kind()))
        .containsExactly("align_routing");
    assertThat(made.skipped())
        .extracting(Problem::code, Problem::statement)
        .containsExactly(
            tuple(
                "MAX_PARALLELISM_TOO_SMALL",
                "Toll: cannot have 4 subtasks: the maximum parallelism is 3"));
  }

  private List<String> kinds() {
    return made().due().stream().map(plan -> plan.action().kind()).toList();
  }

  private Planner.Plans made() {
    ClusterSnapshot world = world();
    return Planner.plans(
        world,
        Analyzer.analyze(world),
        Map.of(),
        new PlanRules(
            Optional.empty(),
            GrowthSettings.NONE,
            DrainSettings.NONE,
            MoveRules.NONE,
            new RescaleSettings(way, Optional.empty(), Duration.ofMinutes(2), forbidden),
            UpkeepSettings.NONE,
            0));
  }

  private ClusterSnapshot world() {
    List<Subtask> places = new ArrayList<>();
    for (int i = 0; i < subtasks.length(); i++) {
      String node = subtasks.substring(i, i + 1);
      places.add(new Subtask(i, 0, 1, "RUNNING", node, "tm-" + node));
    }
    List<FreeTaskSlots> slots =
        free.chars()
            .mapToObj(letter -> String.valueOf((char) letter))
            .map(node -> new FreeTaskSlots("tm-" + node, node, slotsOfEach))
            .toList();
    List<Primary> primaries =
        List.of(
            primary("a", 0, 4_095),
            primary("b", 4_096, 8_191),
            primary("c", 8_192, 12_287),
            primary("d", 12_288, 16_383));
    StreamOperator toll =
        new StreamOperator(
            "Toll", true, places.size(), maxParallelism, places, settled, OperatorRates.UNKNOWN);
    StreamJob job = new StreamJob("job", "Job", "RUNNING", "2.3.0", false, List.of(toll));
    RouterReport router = new RouterReport(new EdgeId("job", "Toll"), 0, 1, 2, 1, 1, 1);
    return new ClusterSnapshot(
        Instant.EPOCH,
        new StreamView.Found(job, slots),
        new StoreView.Found(primaries, List.of()),
        new NodeTable(List.of(), host -> Set.of()).match(places, slots, primaries),
        List.of(
            new TaskManagerReport("tm-a", "a", "us", 0, 0, List.of(router), List.of(), List.of())),
        Map.of(),
        Map.of());
  }

  private static Primary primary(String host, int from, int to) {
    return new Primary(host, host, 7000, List.of(), List.of(new HashSlotSpan(from, to)));
  }
}
