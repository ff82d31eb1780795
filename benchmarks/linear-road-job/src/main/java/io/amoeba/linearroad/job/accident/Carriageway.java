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
  static final ValueType<Carriageway> TYPE = ValueType.of(Carriageway.class, new Serializer());

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

  /** Writes vehicles and changes one after the other. */
  public static final class Serializer extends ValueSerializer<Carriageway> {
    private static final long serialVersionUID = 1L;
    private static final StopChange.Serializer CHANGE = new StopChange.Serializer();

    @Override
    public boolean isImmutableType() {
      return false;
    }

    @Override
    public Carriageway copy(Carriageway from) {
      return from.copy();
    }

    @Override
    public void serialize(Carriageway value, DataOutputView out) throws IOException {
      out.writeInt(value.stopped.size());
      for (Map.Entry<Integer, Spot> vehicle : value.stopped.entrySet()) {
        out.writeInt(vehicle.getKey());
        vehicle.getValue().write(out);
      }
      out.writeInt(value.changes.size());
      for (StopChange change : value.changes) {
        CHANGE.serialize(change, out);
      }
    }

    @Override
    public Carriageway deserialize(DataInputView in) throws IOException {
      Carriageway value = new Carriageway();
      for (int left = in.readInt(); left > 0; left--) {
        value.stopped.put(in.readInt(), Spot.read(in));
      }
      for (int left = in.readInt(); left > 0; left--) {
        value.changes.add(CHANGE.deserialize(in));
      }
      return value;
    }
  }
}
