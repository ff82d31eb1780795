package io.amoeba.coordinator.monitor;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One gate as its task manager reports it: the newest epoch of which it has every router's marker
 * and has finished every earlier record, the hash of those routers' incarnations, the records it
 * holds now, how long it held the last ones, in microseconds, and the routers whose input has
 * ended, by their incarnations. Immutable.
 */
public record GateReport(
    EdgeId edge,
    int subtask,
    int parallelism,
    long epoch,
    long cohort,
    long held,
    long lastHoldMicros,
    SortedMap<Integer, Long> endedRouters) {

  public GateReport {
    endedRouters = Collections.unmodifiableSortedMap(new TreeMap<>(endedRouters));
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
    this(edge, subtask, parallelism, epoch, cohort, held, lastHoldMicros, new TreeMap<>());
  }
}
