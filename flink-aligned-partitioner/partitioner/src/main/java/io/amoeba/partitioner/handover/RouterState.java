package io.amoeba.partitioner.handover;

import io.amoeba.partitioner.placement.EpochBounds;
import io.amoeba.partitioner.placement.PlacementMap;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A router's part of the checkpoint: the map that it routes by. After a restore all routers
 * continue with the newest map that any of them had. That is safe since nothing that was routed by
 * an older one is in flight after a restore.
 */
final class RouterState {

  private static final Logger LOG = LoggerFactory.getLogger(RouterState.class);
  private static final String UNION_MAP = "amoeba-placement-map";
  private static final String MAP = "amoeba-router-map";

  private final ListState<byte[]> state;
  private final @Nullable PlacementMap restored;

  RouterState(String receiver, OperatorStateStore store, RestorePeers peers) throws Exception {
    state =
        store.getListState(new ListStateDescriptor<>(MAP, BytePrimitiveArraySerializer.INSTANCE));
    List<byte[]> own = new ArrayList<>();
    state.get().forEach(own::add);
    own.addAll(FormerUnionState.take(store, UNION_MAP, BytePrimitiveArraySerializer.INSTANCE));
    byte[] newest = peers.await(newest(own));
    restored = newest == null ? null : unlessForged(receiver, MapCodec.decode(newest));
  }

  /**
   * No coordinator publishes maps beyond an epoch that cannot be, so routers would never leave it.
   * All of them begin again at epoch 0 instead, and so do the gates, see {@link GateState}: after a
   * restore nothing is in flight that was routed by the map that is given up.
   */
  private static @Nullable PlacementMap unlessForged(String receiver, PlacementMap map) {
    if (EpochBounds.isRestorable(map.epoch())) {
      return map;
    }
    LOG.warn(
        "The checkpoint's placement map of {} has epoch {}, which is impossible: the checkpoint was"
            + " forged. Starting at epoch 0, with hash routing, until the coordinator publishes a"
            + " map.",
        receiver,
        map.epoch());
    return null;
  }

  private static byte @Nullable [] newest(List<byte[]> maps) throws Exception {
    byte[] newest = null;
    for (byte[] map : maps) {
      if (newest == null || MapCodec.decode(map).epoch() > MapCodec.decode(newest).epoch()) {
        newest = map;
      }
    }
    return newest;
  }

  /** The map to continue with, or null before the first one. */
  @Nullable PlacementMap restored() {
    return restored;
  }

  void write(@Nullable PlacementMap map) throws Exception {
    state.update(map == null ? List.of() : List.of(MapCodec.encode(map)));
  }
}
