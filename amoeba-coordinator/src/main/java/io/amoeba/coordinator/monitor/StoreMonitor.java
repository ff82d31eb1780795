package io.amoeba.coordinator.monitor;

import io.amoeba.coordinator.cluster.StoreView;

/** Port to the store. Confined to the control-loop thread. */
public interface StoreMonitor {

  /** Reads the topology now; a store that does not answer is a view, not an exception. */
  StoreView read();
}
