package io.amoeba.linearroad.job.accident;

import io.amoeba.linearroad.job.type.ValueSerializer;
import io.amoeba.linearroad.job.type.ValueType;
import io.amoeba.linearroad.job.vehicle.Spot;
import io.amoeba.linearroad.job.vehicle.StopChange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * The stopped vehicles of an expressway in one direction as of the last minute that began, and the
 * changes since. Changes of different vehicles commute, so only the order per vehicle matters.
 * Mutable, confined to the task thread.
 */
final class Carriageway {
  static final ValueType<Carriageway> TYPE =
      ValueType.ofMutable(
          Carriageway.class, Carriageway::write, Carriageway::read, Carriageway::copy);

  private static final ValueSerializer<StopChange> CHANGES = StopChange.TYPE.serializer();

  private final Map<Integer, Spot> stopped = new HashMap<>();
  private final List<StopChange> changes = new ArrayList<>();

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

  Carriageway copy() {
    Carriageway copy = new Carriageway();
    copy.stopped.putAll(stopped);
    copy.changes.addAll(changes);
    return copy;
  }

  private void write(DataOutputView out) throws IOException {
    out.writeInt(stopped.size());
    for (Map.Entry<Integer, Spot> vehicle : stopped.entrySet()) {
      out.writeInt(vehicle.getKey());
      vehicle.getValue().write(out);
    }
    out.writeInt(changes.size());
    for (StopChange change : changes) {
      CHANGES.serialize(change, out);
    }
  }

  private static Carriageway read(DataInputView in) throws IOException {
    Carriageway value = new Carriageway();
    for (int left = in.readInt(); left > 0; left--) {
      value.stopped.put(in.readInt(), Spot.read(in));
    }
    for (int left = in.readInt(); left > 0; left--) {
      value.changes.add(CHANGES.deserialize(in));
    }
    return value;
  }
}
