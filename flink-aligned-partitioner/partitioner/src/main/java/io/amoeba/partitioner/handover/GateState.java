package io.amoeba.partitioner.handover;

import io.amoeba.partitioner.placement.EpochBounds;
import io.amoeba.partitioner.placement.Routing;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;

/**
 * A gate's part of the checkpoint: the newest epoch it has seen, for how many gates, and the
 * records it keeps. Union state: after a rescaling every gate picks the records that routers will
 * now send to it.
 */
final class GateState<T> {

  private final ListState<Long> facts;
  private final ListState<Routed<T>> records;
  private final int parallelism;
  private long restoredEpoch;
  private final List<Routed<T>> restoredRecords = new ArrayList<>();

  GateState(
      OperatorStateStore store, TypeSerializer<Routed<T>> serializer, int subtask, int parallelism)
      throws Exception {
    this.parallelism = parallelism;
    facts =
        store.getUnionListState(
            new ListStateDescriptor<>("amoeba-gate-epoch", LongSerializer.INSTANCE));
    records = store.getUnionListState(new ListStateDescriptor<>("amoeba-gate-records", serializer));
    long formerParallelism = 0;
    int position = 0;
    for (Long fact : facts.get()) {
      if (position++ % 2 == 0) {
        restoredEpoch = Math.max(restoredEpoch, fact);
      } else {
        formerParallelism = fact;
      }
    }
    boolean forged = !EpochBounds.isRestorable(restoredEpoch);
    if (forged) {
      restoredEpoch = 0; // as the routers, which go back to the hash
    }
    for (Routed<T> routed : records.get()) {
      int owner =
          forged
              ? Routing.byHash(routed.hashSlot, parallelism)
              : formerParallelism == parallelism
                  ? routed.target
                  : Routing.inProportion(routed.hashSlot, parallelism);
      if (owner == subtask) {
        routed.target = owner;
        restoredRecords.add(routed);
      }
    }
    records.clear(); // all gates' records; each keeps its own from here
  }

  void write(long newestEpoch, Iterable<Routed<T>> held) throws Exception {
    facts.clear();
    facts.add(newestEpoch);
    facts.add((long) parallelism);
    records.clear();
    for (Routed<T> routed : held) {
      records.add(routed);
    }
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
