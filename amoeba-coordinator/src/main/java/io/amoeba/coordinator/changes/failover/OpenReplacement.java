package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.promotion.Takeover;
import java.util.List;
import java.util.OptionalLong;

/**
 * The replacement of a primary that has begun, durable from before its first command until after
 * its last. Immutable.
 *
 * @param primary id of the primary that is being replaced
 * @param primaryAddress where it was
 * @param server where the new server is
 * @param serverId its id when the replacement began
 * @param wasMember whether it was a member of the cluster then
 * @param former whether the former primary stays as a replica
 * @param epoch of the primary's claim to its hash slots when the present step began
 * @param hashSlots what the primary owned then
 */
public record OpenReplacement(
    ReplacementPhase phase,
    String primary,
    ServerAddress primaryAddress,
    ServerAddress server,
    String serverId,
    boolean wasMember,
    OldPrimary former,
    long epoch,
    List<HashSlotSpan> hashSlots) {

  public OpenReplacement {
    hashSlots = List.copyOf(hashSlots);
  }

  /** A replacement as it begins. */
  static OpenReplacement of(ServerView primary, ServerView server, OldPrimary former) {
    return new OpenReplacement(
        ReplacementPhase.JOINING,
        primary.id(),
        primary.address(),
        server.address(),
        server.id(),
        server.sees(primary.id()).isPresent(),
        former,
        primary.own().epoch(),
        primary.own().hashSlots());
  }

  /** Whether the new server has become the primary. */
  boolean isPromoted() {
    return phase.isPromoted();
  }

  /** The same in another phase. */
  OpenReplacement in(ReplacementPhase next) {
    return new OpenReplacement(
        next, primary, primaryAddress, server, serverId, wasMember, former, epoch, hashSlots);
  }

  /** The same with what the primary owns now. */
  OpenReplacement owning(KnownServer now) {
    return new OpenReplacement(
        phase,
        primary,
        primaryAddress,
        server,
        serverId,
        wasMember,
        former,
        now.epoch(),
        now.hashSlots());
  }

  /** In words. */
  String text() {
    return "the replacement of primary %s (%s) by %s".formatted(primaryAddress, primary, server);
  }

  /** The new server as one that takes over. */
  Takeover takeover() {
    // A join may settle equal epochs, so the epoch counts only afterwards.
    return new Takeover(
        text(),
        phase.name(),
        primary,
        primaryAddress,
        server,
        serverId,
        former == OldPrimary.KEEP,
        phase == ReplacementPhase.JOINING ? OptionalLong.empty() : OptionalLong.of(epoch),
        hashSlots);
  }

  /** The problem with the phase in which it was seen. */
  Problem inPhase(Problem problem) {
    return new Problem(
        problem.code(),
        problem.severity(),
        problem.subject(),
        "in phase " + phase + ", " + problem.text(),
        problem.remedy());
  }
}
