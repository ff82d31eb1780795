package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.monitor.ServerAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;

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

  /** Servers that have to be asked even when no member knows them. */
  Set<ServerAddress> servers() {
    return Set.of(primaryAddress, server);
  }

  /** Whether the new server has become the primary. */
  boolean isPromoted() {
    return phase == ReplacementPhase.PROMOTED || phase == ReplacementPhase.DECOMMISSIONING;
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

  /** In words, with what goes on now (empty: nothing worth a word). */
  String underWay(String now) {
    return "%s -> %s, %s%s"
        .formatted(primaryAddress, server, phase, now.isEmpty() ? "" : ": " + now);
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

  /** A phase took longer than it may. */
  ClusterFailure tooLong(Duration limit, List<String> missing, String remedy) {
    return new ClusterFailure(
        ClusterFailure.Kind.TOO_LONG,
        "%s took longer than %d ms: %s"
            .formatted(text(), limit.toMillis(), String.join("; ", missing)),
        remedy);
  }
}
