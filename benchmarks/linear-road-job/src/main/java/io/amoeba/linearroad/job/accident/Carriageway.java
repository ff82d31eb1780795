package io.amoeba.linearroad.job.accident;

import io.amoeba.linearroad.job.vehicle.Spot;
import io.amoeba.linearroad.job.vehicle.StopChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The stopped vehicles of an expressway in one direction as of the last minute that began, and the
 * changes since. Changes of different vehicles commute, so only the order per vehicle matters.
 * Mutable, confined to the task thread.
 */
public record Carriageway(Map<Integer, Spot> stopped, List<StopChange> changes) {
  /** Without vehicles. */
  Carriageway() {
    this(new HashMap<>(), new ArrayList<>());
  }

  void add(StopChange change) {
    changes.add(change);
  }

  boolean isClear() {
    return stopped.isEmpty() && changes.isEmpty();
  }

  /** Applies the changes before a time in seconds. */
  void advanceTo(int time) {
    for (Iterator<StopChange> i = changes.iterator(); i.hasNext(); ) {
      StopChange change = i.next();
      if (change.time() < time) {
        apply(change);
        i.remove();
      }
    }
  }

  private void apply(StopChange change) {
    if (change.stopped()) {
      stopped.put(change.vid(), change.spot());
    } else {
      stopped.remove(change.vid(), change.spot());
    }
  }

  /** The segments with a spot at which at least two vehicles are stopped (rule 9), ascending. */
  TreeSet<Integer> accidentSegments() {
    TreeSet<Integer> segments = new TreeSet<>();
    Map<Spot, Integer> vehicles = new HashMap<>();
    for (Spot spot : stopped.values()) {
      if (vehicles.merge(spot, 1, Integer::sum) == 2) {
        segments.add(spot.segment());
      }
    }
    return segments;
  }
}
