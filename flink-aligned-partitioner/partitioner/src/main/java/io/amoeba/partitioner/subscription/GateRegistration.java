package io.amoeba.partitioner.subscription;

import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * A gate's line in the task manager's reports. Written by its task thread, read by the reporter.
 */
public final class GateRegistration {

  private final PlacementSubscription owner;
  private final EdgeId edge;
  private final int subtask;
  private final int parallelism;
  private volatile PlacementListener listener;
  private volatile Finish finish = new Finish(-1, 0);
  private volatile int held;
  private volatile long lastHoldMicros;
  private final Map<Integer, Long> endedRouters = new ConcurrentSkipListMap<>();

  GateRegistration(
      PlacementSubscription owner,
      EdgeId edge,
      int subtask,
      int parallelism,
      PlacementListener listener) {
    this.owner = owner;
    this.edge = edge;
    this.subtask = subtask;
    this.parallelism = parallelism;
    this.listener = listener;
  }

  /** Reports that every record routed before the epoch, by these routers, has been processed. */
  public void finished(long epoch, long cohortHash) {
    finish = new Finish(epoch, cohortHash);
    owner.reportSoon();
  }

  /**
   * Reports that a router's input has ended, for as long as this gate is there: the router's own
   * task may be gone by then. All gates receive it, and one of them logs it.
   */
  public void routerEnded(int router, long incarnation) {
    if (router % parallelism == subtask) {
      endedRouters.put(router, incarnation);
      owner.reportSoon();
    }
  }

  /** Keeps the figures of the hand-over for the next report. */
  public void holding(int records, long lastHoldMicros) {
    this.held = records;
    this.lastHoldMicros = lastHoldMicros;
  }

  /**
   * Takes the gate out of the reports. Idempotent.
   *
   * @param keepReport leaves its line there for some seconds, for gates that wait for this one
   */
  public void close(boolean keepReport) {
    listener = placement -> {}; // lets go of the operator and its classes
    held = 0;
    owner.remove(this, keepReport && finish.known());
  }

  boolean isSameSubtaskAs(GateRegistration other) {
    return edge.equals(other.edge) && subtask == other.subtask;
  }

  EdgeId edge() {
    return edge;
  }

  PlacementListener listener() {
    return listener;
  }

  int subtask() {
    return subtask;
  }

  int parallelism() {
    return parallelism;
  }

  Finish finish() {
    return finish;
  }

  /** Incarnations of the routers that this gate says have ended, by their subtasks. */
  Map<Integer, Long> endedRouters() {
    return endedRouters;
  }

  int held() {
    return held;
  }

  long lastHoldMicros() {
    return lastHoldMicros;
  }

  /** Epoch and cohort in one value, so that the reporter never mixes two. */
  static final class Finish {
    private final long epoch;
    private final long cohortHash;

    Finish(long epoch, long cohortHash) {
      this.epoch = epoch;
      this.cohortHash = cohortHash;
    }

    long epoch() {
      return epoch;
    }

    long cohortHash() {
      return cohortHash;
    }

    boolean known() {
      return epoch >= 0;
    }
  }
}
