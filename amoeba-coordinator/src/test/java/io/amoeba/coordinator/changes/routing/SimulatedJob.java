package io.amoeba.coordinator.changes.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.monitor.ToldEdges;
import io.amoeba.partitioner.placement.Cohort;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.GateReport;
import io.amoeba.partitioner.placement.protocol.Phase;
import io.amoeba.partitioner.placement.protocol.RouterReport;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/**
 * Routers and gates that follow the placement protocol to the letter, one of each per task manager,
 * with late documents and reports. It checks each switch: whoever leaves an epoch must leave it
 * finished everywhere.
 */
final class SimulatedJob {

  static final EdgeId EDGE = new EdgeId("job", "Toll");

  /** The first that a router sends in an epoch. */
  private record Marker(int router, long incarnation, long epoch) {}

  private static final class TaskManager {
    Optional<Publication> document = Optional.empty();
    long incarnation;
    long active;
    long prepared;
    long gateEpoch;
    long gateCohort;
    final List<Marker> arriving = new ArrayList<>();
    final TreeMap<Long, TreeMap<Integer, Long>> markers = new TreeMap<>();
  }

  private final List<TaskManager> taskManagers = new ArrayList<>();
  private final Random random;
  private final int size;
  private long checkpointed;

  SimulatedJob(int size, Random random) {
    this.size = size;
    this.random = random;
    for (int i = 0; i < size; i++) {
      taskManagers.add(new TaskManager());
    }
    restart();
  }

  /** What Flink says of it: one gate on each task manager. */
  static ToldEdges told(int size) {
    Map<Integer, String> gates = new HashMap<>();
    for (int i = 0; i < size; i++) {
      gates.put(i, "tm-" + i);
    }
    return new ToldEdges(Map.of(EDGE, gates));
  }

  /** What Flink said of an earlier attempt: one gate ran on another task manager. */
  static ToldEdges toldLate(int size, int moved, String taskManager) {
    Map<Integer, String> gates = new HashMap<>(told(size).gates().get(EDGE));
    gates.put(moved, taskManager);
    return new ToldEdges(Map.of(EDGE, gates));
  }

  /** All fail and come back from the last checkpoint with new incarnations; documents survive. */
  void restart() {
    for (TaskManager each : taskManagers) {
      each.incarnation = random.nextLong();
      each.active = checkpointed;
      each.prepared = 0;
      each.arriving.clear();
      each.markers.clear();
      each.gateEpoch = 0;
      each.gateCohort = 0;
    }
    for (int i = 0; i < size; i++) {
      sendMarker(i);
    }
  }

  /** Only a checkpoint between two switches is taken; all routers restore one epoch. */
  void checkpoint() {
    if (taskManagers.stream().allMatch(t -> t.active == taskManagers.get(0).active)) {
      checkpointed = taskManagers.get(0).active;
    }
  }

  void receive(int index, Publication document) {
    taskManagers.get(index).document = Optional.of(document);
  }

  /** What a router does with the document that its task manager has. */
  void act(int index) {
    TaskManager own = taskManagers.get(index);
    Optional<EdgeState> edge =
        own.document.flatMap(
            d -> d.edges().stream().filter(e -> e.edge().equals(EDGE)).findFirst());
    if (edge.isEmpty() || edge.get().parallelism() != size || edge.get().epoch() <= own.active) {
      return;
    }
    EdgeState state = edge.get();
    own.prepared = state.epoch();
    boolean covered =
        state.completed().filter(c -> c.epoch() == own.active).isPresent()
            && state.completed().get().cohort().contains(own.incarnation);
    if (state.phase() == Phase.COMMIT && covered) {
      assertEverybodyFinished(own.active, state.epoch());
      own.active = state.epoch();
      sendMarker(index);
    }
  }

  private void assertEverybodyFinished(long left, long entered) {
    for (TaskManager each : taskManagers) {
      assertThat(each.active).as("routers are in two adjacent epochs").isIn(left, entered);
      assertThat(each.gateEpoch).as("gates have finished").isIn(left, entered);
      assertThat(each.gateCohort).as("with these very routers").isEqualTo(cohort());
    }
  }

  void report(int index, PlacementPublisher publisher) {
    TaskManager own = taskManagers.get(index);
    publisher.report(
        new TaskManagerReport(
            "tm-" + index,
            "host-" + index,
            own.document.map(Publication::coordinator).orElse(""),
            0,
            0,
            List.of(
                new RouterReport(
                    EDGE, index, size, size, own.incarnation, own.prepared, own.active)),
            List.of(new GateReport(EDGE, index, size, own.gateEpoch, own.gateCohort, 0, 0)),
            List.of()));
  }

  /** A report that a task manager of an earlier attempt left behind. */
  TaskManagerReport ghost(String id) {
    return new TaskManagerReport(
        id,
        "ghost",
        "",
        0,
        0,
        List.of(new RouterReport(EDGE, random.nextInt(size), size, size, random.nextLong(), 3, 2)),
        List.of(new GateReport(EDGE, random.nextInt(size), size, 2, random.nextLong(), 0, 0)),
        List.of());
  }

  boolean isDivided() {
    return taskManagers.stream().anyMatch(t -> t.active != taskManagers.get(0).active);
  }

  long active() {
    return taskManagers.get(0).active;
  }

  /** Records of the old epoch are still on their way before it. */
  private void sendMarker(int router) {
    TaskManager sender = taskManagers.get(router);
    Marker marker = new Marker(router, sender.incarnation, sender.active);
    taskManagers.forEach(gate -> gate.arriving.add(marker));
  }

  /** A gate processes all that has arrived. */
  void process(int index) {
    TaskManager gate = taskManagers.get(index);
    for (Marker marker : gate.arriving) {
      Map<Integer, Long> markers =
          gate.markers.computeIfAbsent(marker.epoch(), epoch -> new TreeMap<>());
      markers.put(marker.router(), marker.incarnation());
      if (markers.size() == size) {
        gate.gateEpoch = marker.epoch();
        gate.gateCohort =
            Cohort.hash(markers.values().stream().mapToLong(Long::longValue).toArray());
      }
    }
    gate.arriving.clear();
  }

  private long cohort() {
    return Cohort.hash(taskManagers.stream().mapToLong(t -> t.incarnation).toArray());
  }
}
