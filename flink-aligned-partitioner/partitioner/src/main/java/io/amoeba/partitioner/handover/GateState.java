package io.amoeba.partitioner.handover;

import io.amoeba.partitioner.placement.EpochBounds;
import io.amoeba.partitioner.placement.Routing;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;

/**
 * A gate's part of the checkpoint: the newest epoch it has seen, and the records it keeps as one
 * list, so that they stay together, and a key's records in order, whichever gate restores them.
 */
final class GateState<T> {

  private static final String UNION_FACTS = "amoeba-gate-epoch";
  private static final String UNION_RECORDS = "amoeba-gate-records";
  private static final String EPOCH = "amoeba-gate-newest-epoch";
  private static final String KEPT = "amoeba-gate-kept-records";

  private final ListState<Long> epoch;
  private final ListState<List<Routed<T>>> kept;
  private long restoredEpoch;
  private final List<Routed<T>> restoredRecords = new ArrayList<>();

  GateState(
      OperatorStateStore store, TypeSerializer<Routed<T>> serializer, int subtask, int parallelism)
      throws Exception {
    epoch = store.getListState(new ListStateDescriptor<>(EPOCH, LongSerializer.INSTANCE));
    kept = store.getListState(new ListStateDescriptor<>(KEPT, new ListSerializer<>(serializer)));
    for (Long restored : epoch.get()) {
      restoredEpoch = Math.max(restoredEpoch, restored);
    }
    kept.get().forEach(restoredRecords::addAll);
    takeUnionState(store, serializer, subtask, parallelism);
    if (!EpochBounds.isRestorable(restoredEpoch)) {
      restoredEpoch = 0; // as the routers, see RouterState
    }
  }

  /** Savepoints before the {@link RestoreBarrier}: every gate sees the records of all. */
  private void takeUnionState(
      OperatorStateStore store, TypeSerializer<Routed<T>> serializer, int subtask, int parallelism)
      throws Exception {
    long formerParallelism = 0;
    int position = 0;
    for (Long fact : FormerUnionState.take(store, UNION_FACTS, LongSerializer.INSTANCE)) {
      if (position++ % 2 == 0) {
        restoredEpoch = Math.max(restoredEpoch, fact);
      } else {
        formerParallelism = fact;
      }
    }
    for (Routed<T> routed : FormerUnionState.take(store, UNION_RECORDS, serializer)) {
      int owner =
          formerParallelism == parallelism
              ? routed.target
              : Routing.inProportion(routed.hashSlot, parallelism);
      if (owner == subtask) {
        restoredRecords.add(routed);
      }
    }
  }

  void write(long newestEpoch, HoldBuffer<T> held) throws Exception {
    epoch.update(List.of(newestEpoch));
    List<Routed<T>> records = new ArrayList<>();
    held.forEach(records::add);
    kept.update(records.isEmpty() ? List.of() : List.of(records));
  }

  long restoredEpoch() {
    return restoredEpoch;
  }

  /** Hands over what the checkpoint brought back for this gate, once. */
  List<Routed<T>> takeRestoredRecords() {
    List<Routed<T>> taken = List.copyOf(restoredRecords);
    restoredRecords.clear();
    return taken;
  }
}
