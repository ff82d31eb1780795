package io.amoeba.coordinator.monitor;

import java.util.List;
import java.util.Optional;

/** What the store's driver found. Immutable. */
public sealed interface StoreView {

  /**
   * The primaries that serve hash slots, and those that answer but serve none, each by id; and the
   * load of hash slots where all primaries have told of it long enough.
   */
  record Found(List<Primary> primaries, List<Primary> empty, Optional<HashSlotLoad> load)
      implements StoreView {
    public Found {
      primaries = List.copyOf(primaries);
      empty = List.copyOf(empty);
    }

    /** A store whose primaries all serve hash slots. */
    public Found(List<Primary> primaries) {
      this(primaries, List.of());
    }

    /** A store whose load is not known. */
    public Found(List<Primary> primaries, List<Primary> empty) {
      this(primaries, empty, Optional.empty());
    }
  }

  /** No node answered: why. */
  record Unreachable(String reason) implements StoreView {}
}
