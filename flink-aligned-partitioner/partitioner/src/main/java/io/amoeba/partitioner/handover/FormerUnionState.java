package io.amoeba.partitioner.handover;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Union state of savepoints before the {@link RestoreBarrier}. Stateless. */
final class FormerUnionState {

  private static final Logger LOG = LoggerFactory.getLogger(FormerUnionState.class);

  private FormerUnionState() {}

  /**
   * What all subtasks had in this state, or nothing if the savepoint has none; the next checkpoint
   * has none either.
   */
  static <S> List<S> take(OperatorStateStore store, String name, TypeSerializer<S> serializer)
      throws Exception {
    List<S> all = new ArrayList<>();
    if (store.getRegisteredStateNames().contains(name)) {
      ListState<S> state = store.getUnionListState(new ListStateDescriptor<>(name, serializer));
      state.get().forEach(all::add);
      state.clear();
      forget(store, name);
    }
    return all;
  }

  /** Flink has no method for it; its set of names is a view of the map of states, 1.20 … 2.3. */
  private static void forget(OperatorStateStore store, String name) {
    try {
      store.getRegisteredStateNames().remove(name);
    } catch (UnsupportedOperationException e) {
      LOG.warn(
          "This Flink keeps the union state {} of the savepoint: no checkpoint will complete while"
              + " only some of the sources have ended",
          name);
    }
  }
}
