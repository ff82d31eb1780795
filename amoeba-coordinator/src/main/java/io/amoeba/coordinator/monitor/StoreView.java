package io.amoeba.coordinator.monitor;

import java.util.List;

/** What the store's driver found. Immutable. */
public sealed interface StoreView {

  /** The primaries that serve hash slots, and those that answer but serve none, each by id. */
  record Found(List<Primary> primaries, List<Primary> empty) implements StoreView {
    public Found {
      primaries = List.copyOf(primaries);
      empty = List.copyOf(empty);
    }

    /** A store whose primaries all serve hash slots. */
    public Found(List<Primary> primaries) {
      this(primaries, List.of());
    }
  }

  /** No node answered: why. */
  record Unreachable(String reason) implements StoreView {}
}
