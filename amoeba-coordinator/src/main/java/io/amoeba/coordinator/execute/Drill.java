package io.amoeba.coordinator.execute;

import io.amoeba.coordinator.monitor.EdgeId;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Exercises the hand-over: every interval each edge changes between its planned map and one whose
 * owners are rotated by one subtask, never before the last change is complete. Ending it returns to
 * the planned maps. Safe for concurrent use.
 */
public final class Drill {

  /** What the drill does now. */
  public enum Activity {
    /** Nothing. */
    IDLE,
    /** It switches. */
    RUNNING,
    /** It returns to the planned maps. */
    RETURNING
  }

  /** Activity, interval, and switches that were completed since it was started. Immutable. */
  public record Status(Activity activity, long everyMillis, long completedSwitches) {}

  private static final class Edge {
    private final PlacementMap planned;
    private long dueMillis;
    private long awaitedEpoch;

    Edge(PlacementMap planned, long dueMillis) {
      this.planned = planned;
      this.dueMillis = dueMillis;
    }
  }

  private final PlacementPublisher publisher;
  private final Clock clock;
  private final Map<EdgeId, Edge> edges = new HashMap<>();
  private Activity activity = Activity.IDLE;
  private long everyMillis;
  private long completedSwitches;

  /** An idle drill. */
  public Drill(PlacementPublisher publisher, Clock clock) {
    this.publisher = publisher;
    this.clock = clock;
  }

  /**
   * Begins, or changes the interval.
   *
   * @param planned the maps in force, to which the drill returns
   */
  public synchronized void start(long newEveryMillis, Map<EdgeId, PlacementMap> planned) {
    everyMillis = newEveryMillis;
    if (activity == Activity.IDLE) {
      completedSwitches = 0;
      edges.clear();
      planned.forEach((edge, map) -> edges.put(edge, new Edge(map, clock.millis())));
    } else {
      edges.values().forEach(edge -> edge.dueMillis = clock.millis());
    }
    activity = Activity.RUNNING;
  }

  /** Returns to the planned maps and ends. */
  public synchronized void stop() {
    if (activity == Activity.RUNNING) {
      activity = Activity.RETURNING;
    }
  }

  /** Takes another planned map of an edge while the drill is active. */
  public synchronized void replan(EdgeId edge, int parallelism, int[] owners) {
    edges.put(edge, new Edge(PlacementMap.of(1, parallelism, owners), clock.millis()));
  }

  /** The planned maps while the drill is active, empty when idle. */
  public synchronized Map<EdgeId, PlacementMap> planned() {
    Map<EdgeId, PlacementMap> planned = new HashMap<>();
    if (activity != Activity.IDLE) {
      edges.forEach((edge, state) -> planned.put(edge, state.planned));
    }
    return planned;
  }

  /** Whether it has maps under its control. */
  public synchronized boolean isActive() {
    return activity != Activity.IDLE;
  }

  /** What it does now. */
  public synchronized Status status() {
    return new Status(activity, activity == Activity.IDLE ? 0 : everyMillis, completedSwitches);
  }

  /** Does what is due; call it often and after every change. */
  public synchronized void step() {
    if (activity == Activity.IDLE) {
      return;
    }
    List<EdgeProgress> progress = publisher.progress();
    edges.keySet().removeIf(edge -> progress.stream().noneMatch(p -> isOf(edge, p)));
    boolean returned = true;
    for (EdgeProgress now : progress) {
      Edge edge = edges.get(now.state().edge());
      if (edge != null) {
        returned &= step(edge, now);
      }
    }
    if (activity == Activity.RETURNING && returned) {
      activity = Activity.IDLE;
      edges.clear();
    }
  }

  /** One edge; says whether it has its planned map and nothing is under way. */
  private boolean step(Edge edge, EdgeProgress now) {
    EdgeState state = now.state();
    if (edge.awaitedEpoch != 0 && now.complete() && state.epoch() >= edge.awaitedEpoch) {
      edge.awaitedEpoch = 0;
      completedSwitches++;
    }
    boolean isPlanned = state.map().filter(map -> map.sameOwners(edge.planned)).isPresent();
    boolean running = activity == Activity.RUNNING;
    if (!running && isPlanned) {
      return now.complete();
    }
    if (running && clock.millis() < edge.dueMillis) {
      return false;
    }
    boolean current = state.epoch() == 0 || now.complete();
    if (current && now.mayPublish()) {
      int[] owners = running && isPlanned ? rotated(edge.planned) : edge.planned.toArray();
      publisher
          .publish(state.edge(), edge.planned.parallelism(), owners)
          .ifPresent(epoch -> edge.awaitedEpoch = epoch);
      edge.dueMillis = Math.max(edge.dueMillis + everyMillis, clock.millis());
    }
    return false;
  }

  private static boolean isOf(EdgeId edge, EdgeProgress progress) {
    return progress.state().edge().equals(edge);
  }

  private static int[] rotated(PlacementMap map) {
    int[] owners = map.toArray();
    for (int hashSlot = 0; hashSlot < HashSlot.COUNT; hashSlot++) {
      owners[hashSlot] = (owners[hashSlot] + 1) % map.parallelism();
    }
    return owners;
  }
}
