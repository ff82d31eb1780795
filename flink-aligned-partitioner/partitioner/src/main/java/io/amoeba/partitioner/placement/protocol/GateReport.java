package io.amoeba.partitioner.placement.protocol;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One gate as its task manager reports it: the newest epoch of which it has every router's marker
 * and has finished every earlier record, the hash of those routers' incarnations, the records it
 * holds now, how long it held the last ones, in microseconds, and the routers whose input has
 * ended, by their incarnations. Immutable.
 */
public final class GateReport {

  private final EdgeId edge;
  private final int subtask;
  private final int parallelism;
  private final long epoch;
  private final long cohort;
  private final long held;
  private final long lastHoldMicros;
  private final SortedMap<Integer, Long> endedRouters;

  /** A gate's line. */
  public GateReport(
      EdgeId edge,
      int subtask,
      int parallelism,
      long epoch,
      long cohort,
      long held,
      long lastHoldMicros,
      Map<Integer, Long> endedRouters) {
    this.edge = edge;
    this.subtask = subtask;
    this.parallelism = parallelism;
    this.epoch = epoch;
    this.cohort = cohort;
    this.held = held;
    this.lastHoldMicros = lastHoldMicros;
    this.endedRouters = Collections.unmodifiableSortedMap(new TreeMap<>(endedRouters));
  }

  /** Of a gate that has heard of no router's end. */
  public GateReport(
      EdgeId edge,
      int subtask,
      int parallelism,
      long epoch,
      long cohort,
      long held,
      long lastHoldMicros) {
    this(edge, subtask, parallelism, epoch, cohort, held, lastHoldMicros, Map.of());
  }

  /** The edge behind which it is. */
  public EdgeId edge() {
    return edge;
  }

  /** Its subtask index. */
  public int subtask() {
    return subtask;
  }

  /** Number of gates. */
  public int parallelism() {
    return parallelism;
  }

  /** The epoch before which it has finished every record. */
  public long epoch() {
    return epoch;
  }

  /** Hash of the incarnations of the epoch's routers. */
  public long cohort() {
    return cohort;
  }

  /** Records that it holds. */
  public long held() {
    return held;
  }

  /** For how long it held the last ones, microseconds. */
  public long lastHoldMicros() {
    return lastHoldMicros;
  }

  /** Incarnations of the routers whose input has ended, by their subtasks. */
  public SortedMap<Integer, Long> endedRouters() {
    return endedRouters;
  }

  private List<Object> values() {
    return List.of(edge, subtask, parallelism, epoch, cohort, held, lastHoldMicros, endedRouters);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GateReport && ((GateReport) other).values().equals(values());
  }

  @Override
  public int hashCode() {
    return values().hashCode();
  }

  @Override
  public String toString() {
    return "GateReport" + values();
  }
}
