package io.amoeba.coordinator.monitor;

import java.util.List;

/** What the store's driver found. Immutable. */
public sealed interface StoreView {

  /** The primaries, by id. */
  record Found(List<Primary> primaries) implements StoreView {
    public Found {
      primaries = List.copyOf(primaries);
    }
  }

  /** No node answered: why. */
  record Unreachable(String reason) implements StoreView {}
}
