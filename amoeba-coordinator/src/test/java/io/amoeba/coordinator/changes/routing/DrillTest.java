package io.amoeba.coordinator.changes.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.execute.ManualClock;
import io.amoeba.coordinator.monitor.ReportBook;
import io.amoeba.coordinator.monitor.ToldEdges;
import io.amoeba.partitioner.placement.Cohort;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.Routing;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.GateReport;
import io.amoeba.partitioner.placement.protocol.RouterReport;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DrillTest {

  private static final EdgeId ACCOUNT = new EdgeId("job", "AccountUpdate");
  private static final EdgeId TOLL = new EdgeId("job", "Toll");
  private static final int SUBTASKS = 2;
  private static final int EVERY_MILLIS = 15_000;

  private final ManualClock clock = new ManualClock();
  private final PlacementPublisher publisher =
      new PlacementPublisher(
          "this", new ReportBook(clock::millis, 6_000), PublicationStore.NONE, Runnable::run);
  private final Drill drill = new Drill(publisher, clock::millis);
  private final Map<EdgeId, Long> epochs = new HashMap<>(Map.of(ACCOUNT, 0L, TOLL, 0L));

  @BeforeEach
  void bothEdgesAreAligned() {
    report(SUBTASKS);
    Map<Integer, String> gates =
        IntStream.range(0, SUBTASKS).boxed().collect(Collectors.toMap(i -> i, i -> "tm"));
    publisher.tell(new ToldEdges(Map.of(ACCOUNT, gates, TOLL, gates)));
    publisher.publish(ACCOUNT, SUBTASKS, aligned());
    publisher.publish(TOLL, SUBTASKS, aligned());
    everybodyObeys();
  }

  /** Contiguous halves, as for two nodes. */
  private static int[] aligned() {
    int[] owners = new int[HashSlot.COUNT];
    Arrays.fill(owners, HashSlot.COUNT / 2, HashSlot.COUNT, 1);
    return owners;
  }

  private void report(int subtasks) {
    long[] incarnations = new long[subtasks];
    Arrays.setAll(incarnations, i -> 100L + i);
    List<RouterReport> routers = new ArrayList<>();
    List<GateReport> gates = new ArrayList<>();
    epochs.forEach(
        (edge, epoch) -> {
          for (int i = 0; i < subtasks; i++) {
            routers.add(
                new RouterReport(edge, i, subtasks, subtasks, incarnations[i], epoch, epoch));
            gates.add(new GateReport(edge, i, subtasks, epoch, Cohort.hash(incarnations), 0, 0));
          }
        });
    publisher.report(new TaskManagerReport("tm", "host", "this", 0, 0, routers, gates, List.of()));
  }

  private void obeys(EdgeId edge) {
    EdgeState state = state(edge);
    epochs.put(edge, state.epoch());
    report(state.parallelism());
  }

  private void everybodyObeys() {
    obeys(ACCOUNT);
    obeys(TOLL);
  }

  private void aTurnPasses() {
    clock.advance(EVERY_MILLIS);
    report(SUBTASKS); // as task managers do all the time
    drill.step();
  }

  private void start(Drill.Other other) {
    Map<EdgeId, PlacementMap> planned = new HashMap<>();
    publisher.progress().forEach(p -> planned.put(p.state().edge(), p.state().map().orElseThrow()));
    drill.start(EVERY_MILLIS, other, planned);
    drill.step();
  }

  private EdgeState state(EdgeId edge) {
    return publisher.progress().stream()
        .map(EdgeProgress::state)
        .filter(state -> state.edge().equals(edge))
        .findFirst()
        .orElseThrow();
  }

  private int[] owners(EdgeId edge) {
    return state(edge).map().orElseThrow().toArray();
  }

  private int[] planned(EdgeId edge) {
    return Optional.ofNullable(drill.planned().get(edge)).orElseThrow().toArray();
  }

  @Test
  void edgesChangeTogetherBetweenThePlannedMapAndHashRouting() {
    start(Drill.Other.HASH);

    assertThat(owners(ACCOUNT)).isEqualTo(Routing.owners(null, SUBTASKS));
    assertThat(owners(TOLL)).isEqualTo(Routing.owners(null, SUBTASKS));
    everybodyObeys();
    aTurnPasses();

    assertThat(owners(ACCOUNT)).isEqualTo(aligned());
    assertThat(owners(TOLL)).isEqualTo(aligned());
    everybodyObeys();
    drill.step();
    assertThat(drill.status())
        .isEqualTo(
            new Drill.Status(
                Drill.Activity.RUNNING, EVERY_MILLIS, Drill.Other.HASH, Drill.InForce.PLANNED, 4));
  }

  @Test
  void taskManagersGetTheMapsOfAllEdgesInOneDocument() {
    List<Long> versions = new ArrayList<>();
    var unused =
        publisher
            .await("this", publisher.document().version(), Duration.ofMinutes(1))
            .thenAccept(
                answer -> answer.orElseThrow().edges().forEach(edge -> versions.add(edge.epoch())));

    start(Drill.Other.HASH);

    assertThat(versions).containsExactly(2L, 2L);
  }

  @Test
  void rotatedMapHasNothingInCommonWithThePlannedOne() {
    start(Drill.Other.ROTATED);

    int[] rotated = owners(TOLL);
    assertThat(rotated).hasSameSizeAs(aligned());
    for (int hashSlot = 0; hashSlot < rotated.length; hashSlot++) {
      assertThat(rotated[hashSlot]).isNotEqualTo(aligned()[hashSlot]);
    }
  }

  @Test
  void mapsAreInForceWhenEveryEdgeHasCompletedTheChange() {
    assertThat(drill.status().inForce()).isEqualTo(Drill.InForce.NONE);
    start(Drill.Other.HASH);
    assertThat(drill.status().inForce()).isEqualTo(Drill.InForce.CHANGING);

    obeys(ACCOUNT);
    assertThat(drill.status().inForce()).isEqualTo(Drill.InForce.CHANGING);

    obeys(TOLL);
    assertThat(drill.status().inForce()).isEqualTo(Drill.InForce.OTHER);
  }

  @Test
  void lateEdgeDoesNotWorkAgainstTheOthersAfterwards() {
    start(Drill.Other.HASH);
    obeys(ACCOUNT);
    aTurnPasses();
    obeys(ACCOUNT);
    obeys(TOLL);

    drill.step();
    obeys(TOLL);
    drill.step();

    assertThat(owners(ACCOUNT)).isEqualTo(aligned());
    assertThat(owners(TOLL)).isEqualTo(aligned());
    aTurnPasses();
    assertThat(owners(ACCOUNT)).isEqualTo(owners(TOLL)).isEqualTo(Routing.owners(null, SUBTASKS));
  }

  @Test
  void aTurnBeginsInTimeThoughNobodyReports() {
    assertThat(drill.millisToNextTurn()).isEmpty();
    start(Drill.Other.HASH);
    everybodyObeys();
    drill.step();
    clock.advance(EVERY_MILLIS - 1);
    assertThat(drill.millisToNextTurn()).hasValue(1);
    long epoch = state(TOLL).epoch();

    drill.step();
    assertThat(state(TOLL).epoch()).isEqualTo(epoch);
    clock.advance(1);
    assertThat(drill.millisToNextTurn()).hasValue(EVERY_MILLIS);
    drill.step();

    assertThat(owners(ACCOUNT)).isEqualTo(aligned());
    assertThat(owners(TOLL)).isEqualTo(aligned());
  }

  @Test
  void newPlanWaitsForTheTurnOfPlannedMaps() {
    int[] exchanged = new int[HashSlot.COUNT];
    Arrays.fill(exchanged, 0, HashSlot.COUNT / 2, 1);
    start(Drill.Other.HASH);
    everybodyObeys();

    drill.replan(TOLL, SUBTASKS, exchanged);
    drill.step();
    assertThat(drill.status().inForce()).isEqualTo(Drill.InForce.OTHER);
    assertThat(planned(TOLL)).isEqualTo(exchanged);
    aTurnPasses();

    assertThat(owners(ACCOUNT)).isEqualTo(aligned());
    assertThat(owners(TOLL)).isEqualTo(exchanged);
  }

  @Test
  void newPlanIsInForceAtOnceWhereItsTurnIs() {
    int[] exchanged = new int[HashSlot.COUNT];
    Arrays.fill(exchanged, 0, HashSlot.COUNT / 2, 1);
    start(Drill.Other.HASH);
    everybodyObeys();
    aTurnPasses();
    everybodyObeys();

    drill.replan(TOLL, SUBTASKS, exchanged);
    drill.step();

    assertThat(owners(TOLL)).isEqualTo(exchanged);
  }

  @Test
  void endedDrillReturnsToThePlannedMaps() {
    start(Drill.Other.HASH);
    everybodyObeys();

    drill.stop();
    drill.step();
    assertThat(drill.status().activity()).isEqualTo(Drill.Activity.RETURNING);
    assertThat(drill.planned()).containsOnlyKeys(ACCOUNT, TOLL);
    everybodyObeys();
    drill.step();

    assertThat(drill.isActive()).isFalse();
    assertThat(drill.planned()).isEmpty();
    assertThat(owners(TOLL)).isEqualTo(aligned());
    assertThat(drill.status().other()).isEqualTo(Drill.Other.HASH);
  }

  @Test
  void otherMapCanBeChangedOnTheWay() {
    start(Drill.Other.HASH);
    everybodyObeys();

    start(Drill.Other.ROTATED);

    assertThat(owners(TOLL)).isNotEqualTo(aligned()).isNotEqualTo(Routing.owners(null, SUBTASKS));
    assertThat(planned(TOLL)).isEqualTo(aligned());
  }

  @Test
  void oneSubtaskHasNothingToMoveButAHandOverToExercise() {
    publisher.forget(epochs.keySet());
    epochs.keySet().forEach(edge -> epochs.put(edge, 0L));
    clock.advance(10_000);
    report(1);
    publisher.publish(ACCOUNT, 1, new int[HashSlot.COUNT]);
    publisher.publish(TOLL, 1, new int[HashSlot.COUNT]);
    everybodyObeys();

    start(Drill.Other.HASH);
    everybodyObeys();
    drill.step();
    drill.step();
    everybodyObeys();

    assertThat(drill.status().completedSwitches()).isEqualTo(2);
  }
}
