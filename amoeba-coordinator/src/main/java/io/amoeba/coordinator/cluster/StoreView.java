package io.amoeba.coordinator.cluster;

import java.util.List;
import java.util.Optional;

/** What the store's driver found. Immutable. */
public sealed interface StoreView {

  /**
   * The primaries that serve hash slots, and those that answer but serve none, each by id; the load
   * of hash slots where all primaries have told of it long enough; and hash slots that nobody
   * serves although some primaries believe that another one does.
   */
  record Found(
      List<Primary> primaries,
      List<Primary> empty,
      Optional<HashSlotLoad> load,
      List<DisownedHashSlots> disowned)
      implements StoreView {
    public Found {
      primaries = List.copyOf(primaries);
      empty = List.copyOf(empty);
      disowned = List.copyOf(disowned);
    }

    /** A store of whose hash slots each has an owner. */
    public Found(List<Primary> primaries, List<Primary> empty, Optional<HashSlotLoad> load) {
      this(primaries, empty, load, List.of());
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
