package io.amoeba.partitioner.subscription;

import io.amoeba.partitioner.placement.protocol.EdgePlacement;

/** Notified of every accepted change of an edge, on the subscription's thread; must not block. */
@FunctionalInterface
public interface PlacementListener {

  /** The edge has a new map, phase, completed epoch or finished gate. */
  void placementChanged(EdgePlacement placement);
}
