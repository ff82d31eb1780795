package io.amoeba.coordinator.changes.routing;

import io.amoeba.coordinator.monitor.Ticker;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.Routing;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Exercises the hand-over: every interval all edges change between their planned maps and other
 * ones, each never before its last change is complete. Ending it returns to the planned maps. Safe
 * for concurrent use.
 */
public final class Drill {

  /*
   * The clock alone says whose turn it is: an edge that was late, or got another planned map, is
   * with the others again at the next turn instead of working against them for the rest of the
   * drill.
   */

  /** What the drill does now. */
  public enum Activity {
    /** Nothing. */
    IDLE,
    /** It switches. */
    RUNNING,
    /** It returns to the planned maps. */
    RETURNING
  }

  /** The map that an edge changes to and back from. */
  public enum Other {
    /** The planned one with owners rotated by one subtask: nothing is local. */
    ROTATED,
    /** Routing by hash, as it was before the first map: 1/parallelism is local. */
    HASH
  }

  /** Which maps all edges of the drill work by. */
  public enum InForce {
    /** None of the drill's: it is idle. */
    NONE,
    /** The planned ones. */
    PLANNED,
    /** The other ones. */
    OTHER,
    /** Some edge is changing. */
    CHANGING
  }

  /**
   * Activity, interval, other map, maps in force, and switches that were completed since it was
   * started. Immutable.
   */
  public record Status(
      Activity activity, long everyMillis, Other other, InForce inForce, long completedSwitches) {}

  private static final class Edge {
    private final PlacementMap planned;
    private PlacementMap other;
    private long lastTurn;
    private long awaitedEpoch;

    Edge(PlacementMap planned, Other other) {
      this.planned = planned;
      this.other = otherThan(planned, other);
    }
  }

  private final PlacementPublisher publisher;
  private final Ticker ticker;
  private final Map<EdgeId, Edge> edges = new HashMap<>();
  private Activity activity = Activity.IDLE;
  private Other other = Other.ROTATED;
  private long everyMillis;
  private long beginMillis;
  private long completedSwitches;
  private Runnable startListener = () -> {};

  /** An idle drill. */
  public Drill(PlacementPublisher publisher, Ticker ticker) {
    this.publisher = publisher;
    this.ticker = ticker;
  }

  /** Runs {@code listener} after every {@link #start}. */
  public synchronized void onStart(Runnable listener) {
    startListener = listener;
  }

  /**
   * Begins, or changes interval and other map; the other maps are due at once.
   *
   * @param planned the maps in force, to which the drill returns
   */
  public synchronized void start(
      long newEveryMillis, Other newOther, Map<EdgeId, PlacementMap> planned) {
    everyMillis = newEveryMillis;
    other = newOther;
    beginMillis = ticker.millis();
    if (activity == Activity.IDLE) {
      completedSwitches = 0;
      edges.clear();
      planned.forEach((edge, map) -> edges.put(edge, new Edge(map, other)));
    } else {
      edges
          .values()
          .forEach(
              edge -> {
                edge.other = otherThan(edge.planned, other);
                edge.lastTurn = 0;
              });
    }
    activity = Activity.RUNNING;
    startListener.run();
  }

  /** Returns to the planned maps and ends. */
  public synchronized void stop() {
    if (activity == Activity.RUNNING) {
      activity = Activity.RETURNING;
    }
  }

  /** Takes another planned map of an edge while the drill is active. */
  public synchronized void replan(EdgeId edge, int parallelism, int[] owners) {
    edges.put(edge, new Edge(PlacementMap.of(1, parallelism, owners), other));
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
    return activity == Activity.IDLE
        ? new Status(activity, 0, other, InForce.NONE, completedSwitches)
        : new Status(activity, everyMillis, other, inForce(), completedSwitches);
  }

  private InForce inForce() {
    boolean allPlanned = true;
    boolean allOther = true;
    for (EdgeProgress now : publisher.progress()) {
      Edge edge = edges.get(now.state().edge());
      if (edge != null) {
        allPlanned &= now.complete() && hasMap(now, edge.planned);
        allOther &= now.complete() && hasMap(now, edge.other);
      }
    }
    return allPlanned ? InForce.PLANNED : allOther ? InForce.OTHER : InForce.CHANGING;
  }

  /** Does what is due; call it after every change, at the next turn, and now and then. */
  public synchronized void step() {
    if (activity == Activity.IDLE) {
      return;
    }
    long turn = turn();
    List<EdgeProgress> progress = publisher.progress();
    edges.keySet().removeIf(edge -> progress.stream().noneMatch(p -> isOf(edge, p)));
    publisher.together(() -> progress.forEach(now -> step(now, turn)));
    if (activity == Activity.RETURNING && progress.stream().allMatch(this::hasReturned)) {
      activity = Activity.IDLE;
      edges.clear();
    }
  }

  private void step(EdgeProgress now, long turn) {
    Edge edge = edges.get(now.state().edge());
    if (edge == null) {
      return;
    }
    if (edge.awaitedEpoch != 0 && now.complete() && now.state().epoch() >= edge.awaitedEpoch) {
      edge.awaitedEpoch = 0;
      completedSwitches++;
    }
    boolean running = activity == Activity.RUNNING;
    PlacementMap wanted = running && turn % 2 == 1 ? edge.other : edge.planned;
    // With one subtask both maps are the same, and there is a hand-over to exercise all the same.
    boolean same = edge.other.sameOwners(edge.planned);
    boolean due = !hasMap(now, wanted) || (running && same && turn != edge.lastTurn);
    boolean current = now.state().epoch() == 0 || now.complete();
    if (due && current && now.mayPublish()) {
      publisher
          .publish(now.state().edge(), wanted.parallelism(), wanted.toArray())
          .ifPresent(
              epoch -> {
                edge.awaitedEpoch = epoch;
                edge.lastTurn = turn;
              });
    }
  }

  /** 1 when it begins; the other maps have the odd turns. */
  private long turn() {
    return sinceBegin() / everyMillis + 1;
  }

  private long sinceBegin() {
    return Math.max(0, ticker.millis() - beginMillis);
  }

  /** How long it is until the next turn, in milliseconds; empty if no turn comes. */
  public synchronized OptionalLong millisToNextTurn() {
    return activity == Activity.RUNNING
        ? OptionalLong.of(everyMillis - sinceBegin() % everyMillis)
        : OptionalLong.empty();
  }

  /** As of before this step: what the step has published is not complete. */
  private boolean hasReturned(EdgeProgress before) {
    Edge edge = edges.get(before.state().edge());
    return edge == null || (before.complete() && hasMap(before, edge.planned));
  }

  private static boolean hasMap(EdgeProgress now, PlacementMap map) {
    return now.state().map().filter(current -> current.sameOwners(map)).isPresent();
  }

  private static boolean isOf(EdgeId edge, EdgeProgress progress) {
    return progress.state().edge().equals(edge);
  }

  private static PlacementMap otherThan(PlacementMap planned, Other other) {
    return PlacementMap.of(
        1,
        planned.parallelism(),
        other == Other.HASH ? Routing.owners(null, planned.parallelism()) : rotated(planned));
  }

  private static int[] rotated(PlacementMap map) {
    int[] owners = map.toArray();
    for (int hashSlot = 0; hashSlot < HashSlot.COUNT; hashSlot++) {
      owners[hashSlot] = (owners[hashSlot] + 1) % map.parallelism();
    }
    return owners;
  }
}
