package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.HashSlots;
import io.amoeba.coordinator.cluster.ServerView;
import java.util.List;
import java.util.Optional;

/**
 * Who leads a shard, and what the primary of before does, by what servers say. A pure function.
 * Immutable.
 */
record LeadStatus(Leader leader, Former former) {

  /** Who owns the shard's hash slots. */
  enum Leader {
    /** The primary that led when the round began. */
    FORMER,
    CANDIDATE,
    /** Another server: an actor, or an election, has changed the lead. */
    OTHER,
    /** Nobody that answers says so, or two do. */
    UNKNOWN
  }

  /** The primary that led when the round began. */
  enum Former {
    OWNER,
    /** It is a replica of the candidate. */
    FOLLOWS,
    SILENT,
    /** Every primary that answers knows that it has failed, or does not know it. */
    GONE,
    /** It is a replica of another server, or a primary without hash slots. */
    ELSEWHERE
  }

  /**
   * How it stands.
   *
   * @param hashSlots of the shard when the present phase began
   */
  static LeadStatus of(
      ShardServer primary, ShardServer candidate, List<HashSlotSpan> hashSlots, ClusterView seen) {
    return new LeadStatus(
        leader(primary, candidate, hashSlots, seen), former(primary, candidate, seen));
  }

  private static Leader leader(
      ShardServer primary, ShardServer candidate, List<HashSlotSpan> hashSlots, ClusterView seen) {
    boolean former = seen.server(primary.id()).filter(ServerView::ownsHashSlots).isPresent();
    boolean other = seen.server(candidate.id()).filter(ServerView::ownsHashSlots).isPresent();
    if (former != other) {
      return former ? Leader.FORMER : Leader.CANDIDATE;
    }
    boolean third =
        !former
            && seen.owners().stream()
                .anyMatch(owner -> HashSlots.overlap(owner.own().hashSlots(), hashSlots));
    return third ? Leader.OTHER : Leader.UNKNOWN;
  }

  private static Former former(ShardServer primary, ShardServer candidate, ClusterView seen) {
    Optional<ServerView> server = seen.server(primary.id());
    if (server.isEmpty()) {
      return seen.isGone(primary.id()) ? Former.GONE : Former.SILENT;
    }
    if (server.get().ownsHashSlots()) {
      return Former.OWNER;
    }
    return server.get().own().primaryId().equals(candidate.id())
        ? Former.FOLLOWS
        : Former.ELSEWHERE;
  }
}
