package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.ServerAddress;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * A migration of a plan, with what people want to know of it. Immutable.
 *
 * @param from where the primary is
 * @param fromNode its node
 * @param hashSlots what it owns, in ascending order
 * @param keys how many keys it held when the plan was made (empty: not known)
 */
public record MigratingPrimary(
    Migration migration,
    ServerAddress from,
    String fromNode,
    List<HashSlotSpan> hashSlots,
    OptionalLong keys) {

  public MigratingPrimary {
    hashSlots = List.copyOf(hashSlots);
    HashSlotSpan.check(hashSlots);
  }

  /** Number of hash slots that it owns. */
  public int hashSlotCount() {
    return HashSlotSpan.count(hashSlots);
  }

  /** From where to where, with their nodes, for people. */
  public String line() {
    return String.format(
        Locale.ROOT,
        "primary %s on %s to %s on %s: %,d hash slots",
        from,
        fromNode,
        migration.to().address(),
        migration.to().node(),
        hashSlotCount());
  }

  /** From where to where. */
  public String text() {
    return from + " -> " + migration.to().address();
  }
}
