package io.amoeba.experiments.leadership;

import io.amoeba.coordinator.cluster.ServerInfo.Elections;
import io.amoeba.experiments.Waiting;
import io.amoeba.experiments.loops.Span;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Moves the lead as an operator does: CLUSTER FAILOVER at a replica, work at the former primary,
 * CLUSTER FAILOVER there. A backup takes no change of the lead: the replica makes it. Confined to
 * one thread.
 */
final class ManualFailover implements LeadMover {
  private static final Duration LONGEST = Duration.ofSeconds(20);
  private static final Duration POLL = Duration.ofMillis(5);

  private final Map<GroupServer, Long> promoted = new HashMap<>();

  @Override
  public void rest(Group group) {
    for (GroupServer server : List.of(group.candidate(), group.primary())) {
      Long last = promoted.get(server);
      if (last != null) {
        Duration rest = Elections.rest(Duration.ofMillis(server.setting("cluster-node-timeout")));
        long left = last + rest.toNanos() - System.nanoTime();
        Waiting.pause(Duration.ofNanos(Math.max(0, left)));
      }
    }
  }

  @Override
  public Round carryOut(Group group, Work work) {
    if (work == Work.BACKUP) {
      Work.Done done = work.carryOut(group, group.candidate());
      return new Round(done.span(), done, List.of());
    }
    Span away = promote(group, group.candidate(), group.primary());
    Work.Done done = work.carryOut(group, group.primary());
    Span back = promote(group, group.primary(), group.candidate());
    return new Round(away.until(back), done, List.of(away, back));
  }

  /** Orders a replica to lead, and does not wait. */
  void order(GroupServer replica) {
    replica.commands().clusterFailover(/* force= */ false);
    promoted(replica);
  }

  /** A server was ordered to lead just now. */
  void promoted(GroupServer server) {
    promoted.put(server, System.nanoTime());
  }

  /*
   * A primary ignores a replica that wants to take over until gossip has told it that the server is
   * its replica (clusterProcessPacket: CLUSTERMSG_TYPE_MFSTART), and a voter gives no vote to what
   * it takes for a primary. Right after a change of the lead neither knows the former primary as a
   * replica.
   */

  /** Lets a replica lead once everybody knows it, and waits until its primary follows it. */
  Span promote(Group group, GroupServer replica, GroupServer primary) {
    String replicaId = replica.id();
    String primaryId = primary.id();
    if (!Waiting.upTo(
        LONGEST,
        POLL,
        () ->
            Stream.concat(group.voters().stream(), Stream.of(primary))
                .allMatch(server -> server.knows(replicaId, primaryId)))) {
      throw new IllegalStateException(
          "The primaries do not know %s as a replica of %s after %d s: see their logs"
              .formatted(replica, primary, LONGEST.toSeconds()));
    }
    long from = System.nanoTime();
    order(replica);
    if (!Waiting.upTo(LONGEST, POLL, () -> replica.leads() && primary.isInSync())) {
      throw new IllegalStateException(
          "%s does not lead %d s after CLUSTER FAILOVER, or %s does not follow: see their logs"
              .formatted(replica, LONGEST.toSeconds(), primary));
    }
    return new Span(from, System.nanoTime());
  }
}
