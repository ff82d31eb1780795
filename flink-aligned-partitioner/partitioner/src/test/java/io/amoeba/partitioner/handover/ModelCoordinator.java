package io.amoeba.partitioner.handover;

import static io.amoeba.partitioner.subscription.Placing.completed;
import static io.amoeba.partitioner.subscription.Placing.finished;
import static io.amoeba.partitioner.subscription.Placing.placement;

import io.amoeba.partitioner.placement.Cohort;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgePlacement;
import io.amoeba.partitioner.placement.protocol.Finished;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator of the model: hears one reporter at a time, at random, and keeps what it heard
 * until it hears the same one again, so that it mixes old and new, also over restarts of the job.
 */
final class ModelCoordinator {

  /** What a participant hears, and from which life of the coordinator. */
  record Document(int life, EdgePlacement placement) {}

  private record RouterLine(long incarnation, long prepared, long active, int heardLife) {}

  private record GateLine(long epoch, long cohort) {}

  private final ModelEdge edge;
  private final Map<Long, PlacementMap> history = new HashMap<>();
  private final Map<Integer, RouterLine> routers = new HashMap<>();
  private final Map<Integer, GateLine> gates = new HashMap<>();
  private boolean lost;
  private int life = 1;
  private @Nullable PlacementMap published;
  private boolean committed;
  private long completedEpoch = -1;
  private long[] completedCohort = {};
  private long highestEpoch;
  private int switches;

  ModelCoordinator(ModelEdge edge) {
    this.edge = edge;
  }

  int switches() {
    return switches;
  }

  /** Is lost, or comes back with no memory but the reports. */
  void toggle(boolean stayLost) {
    lost = stayLost || !lost;
    life++;
    published = null;
    committed = false;
    completedEpoch = -1;
    routers.clear();
    gates.clear();
  }

  void step(ModelEdge.ModelRouter[] allRouters, ModelEdge.ModelGate[] allGates) {
    if (lost) {
      return;
    }
    ModelEdge.ModelRouter router = allRouters[edge.random.nextInt(allRouters.length)];
    if (!router.ended) {
      routers.put(
          router.identity.subtask(),
          new RouterLine(
              router.identity.incarnation(),
              Math.max(router.prepared, router.table.epoch()),
              router.table.epoch(),
              router.heardLife));
    }
    ModelEdge.ModelGate gate = allGates[edge.random.nextInt(allGates.length)];
    gates.put(gate.subtask, new GateLine(gate.finishedEpoch, gate.finishedCohort));
    evaluate();
    tell(allRouters, allGates);
  }

  private void evaluate() {
    if (routers.size() < ModelEdge.ROUTERS || gates.size() < ModelEdge.GATES) {
      return;
    }
    routers.values().forEach(line -> highestEpoch = Math.max(highestEpoch, line.prepared()));
    long[] cohort = new long[ModelEdge.ROUTERS];
    routers.forEach((subtask, line) -> cohort[subtask] = line.incarnation());
    long hash = Cohort.hash(cohort);
    long active = routers.values().iterator().next().active();
    boolean complete =
        routers.values().stream().allMatch(line -> line.active() == active)
            && gates.values().stream()
                .allMatch(line -> line.epoch() == active && line.cohort() == hash);
    if (complete) {
      completedEpoch = active;
      completedCohort = cohort;
      // A document of an earlier life may still be on its way to a router that has not heard of
      // this
      // one: it could commit another map.
      boolean allHear = routers.values().stream().allMatch(line -> line.heardLife() == life);
      if (allHear && (published == null || active >= published.epoch())) {
        publish();
      }
    }
    PlacementMap map = published;
    if (map != null && routers.values().stream().allMatch(line -> line.prepared() >= map.epoch())) {
      committed = true;
    }
  }

  private void publish() {
    switches++;
    int[] owners = new int[HashSlot.COUNT];
    for (int key = 0; key < ModelEdge.KEYS; key++) {
      owners[ModelEdge.hashSlot(key)] = edge.random.nextInt(ModelEdge.GATES);
    }
    long epoch = Math.max(completedEpoch, highestEpoch) + 1;
    highestEpoch = epoch;
    published = PlacementMap.of(epoch, ModelEdge.GATES, owners);
    history.put(epoch, published);
    committed = false;
  }

  private void tell(ModelEdge.ModelRouter[] allRouters, ModelEdge.ModelGate[] allGates) {
    List<Finished> finished = new ArrayList<>();
    gates.forEach((subtask, line) -> finished.add(finished(subtask, line.epoch(), line.cohort())));
    Document document =
        new Document(
            life,
            placement(
                published,
                committed,
                completedEpoch < 0 ? null : completed(completedEpoch, completedCohort),
                finished));
    for (ModelEdge.ModelRouter router : allRouters) {
      router.documents.add(document);
    }
    for (ModelEdge.ModelGate gate : allGates) {
      gate.documents.add(document);
    }
  }

  /** Only records of hash slots that this epoch moved may be held. */
  void requireMoved(Routed<int[]> routed) {
    PlacementMap map = history.get(routed.epoch);
    if (map == null || map.subtask(routed.hashSlot) == routed.waitFor) {
      throw new AssertionError("a record is held whose key has not moved");
    }
  }
}
