package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.promotion.Promotion;
import io.amoeba.coordinator.promotion.Takeover;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** What the servers of a round's shard say, as the round needs it. Confined to one thread. */
final class RoundSight {

  private final Promotion promotion;
  private final PlannedRound round;

  RoundSight(Promotion promotion, PlannedRound round) {
    this.promotion = promotion;
    this.round = round;
  }

  ClusterView look(OpenRound open) {
    return promotion.look(away(open));
  }

  LeadStatus status(OpenRound open, ClusterView seen) {
    return LeadStatus.of(round.primary(), candidate(), open.hashSlots(), seen);
  }

  /** Without a candidate, the first that works: nobody takes over then. */
  ShardServer candidate() {
    return round.candidate().orElseGet(() -> round.first().get(0));
  }

  /** The candidate takes over what is durable of the primary. */
  Takeover away(OpenRound open) {
    return takeover(open, round.primary(), candidate(), /* formerStays= */ false, Optional.empty());
  }

  /** The candidate takes over what the primary owns now. */
  Takeover away(OpenRound open, ClusterView seen) {
    return takeover(
        open,
        round.primary(),
        candidate(),
        /* formerStays= */ false,
        seen.server(round.primary().id()));
  }

  /** The primary takes over again what is durable of the candidate. */
  Takeover home(OpenRound open) {
    return takeover(open, candidate(), round.primary(), /* formerStays= */ true, Optional.empty());
  }

  /** The primary takes over again what the candidate owns now. */
  Takeover home(OpenRound open, ClusterView seen) {
    return takeover(
        open, candidate(), round.primary(), /* formerStays= */ true, seen.server(candidate().id()));
  }

  private static Takeover takeover(
      OpenRound open,
      ShardServer from,
      ShardServer to,
      boolean formerStays,
      Optional<ServerView> leads) {
    return new Takeover(
        "the change of the lead from %s to %s".formatted(from, to),
        open.phase().name(),
        from.id(),
        from.address(),
        to.address(),
        to.id(),
        formerStays,
        OptionalLong.of(leads.map(leader -> leader.own().epoch()).orElse(open.epoch())),
        leads.map(leader -> leader.own().hashSlots()).orElse(open.hashSlots()));
  }

  /** Copies of all its data that a server's process has made. */
  static long fullCopies(ClusterView seen, ShardServer server) {
    return seen.server(server.id()).map(one -> one.fullCopies().orElse(0)).orElse(0L);
  }

  /** A server's clock; 0: it does not answer. */
  static long clockSeconds(ClusterView seen, ShardServer server) {
    return seen.server(server.id())
        .flatMap(one -> one.work().clock())
        .map(Instant::getEpochSecond)
        .orElse(0L);
  }
}
