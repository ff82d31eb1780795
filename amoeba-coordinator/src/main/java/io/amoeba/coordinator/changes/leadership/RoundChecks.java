package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether a shard may go through a round. Pure functions. */
final class RoundChecks {

  /** With two, one that fails would leave no majority for an election. */
  private static final int LEAST_PRIMARIES = 3;

  private RoundChecks() {}

  /**
   * What keeps a round from beginning, in words, beside what keeps the candidate from leading.
   *
   * @throws ClusterFailure if another server leads, or a replica follows another one
   */
  static List<String> missing(ClusterView seen, PlannedRound round) {
    List<String> missing = new ArrayList<>();
    Optional<ServerView> primary = seen.server(round.primary().id());
    if (primary.isEmpty()) {
      missing.add(seen.silence(round.primary().address()));
    } else {
      missing.addAll(ofPrimary(primary.get()));
    }
    Stream.concat(round.first().stream(), round.candidates().stream())
        .distinct()
        .forEach(replica -> missing.addAll(ofReplica(seen, replica, round.primary())));
    if (seen.owners().size() < LEAST_PRIMARIES) {
      missing.add(
          "%d primaries own hash slots and answer, and elections need %d"
              .formatted(seen.owners().size(), LEAST_PRIMARIES));
    }
    if (round.task() == RoundTask.REWRITE) {
      workers(seen, round)
          .filter(worker -> !worker.work().appendOnly().on())
          .forEach(worker -> missing.add(worker + " has no append-only file (appendonly no)"));
    }
    return missing;
  }

  private static Stream<ServerView> workers(ClusterView seen, PlannedRound round) {
    Stream<ShardServer> former =
        round.candidate().isPresent() ? Stream.of(round.primary()) : Stream.of();
    return Stream.concat(round.first().stream(), former)
        .flatMap(worker -> seen.server(worker.id()).stream());
  }

  private static List<String> ofPrimary(ServerView primary) {
    if (!primary.ownsHashSlots()) {
      throw changed(primary + " no longer leads");
    }
    List<String> missing = new ArrayList<>();
    if (!primary.transitions().isEmpty()) {
      missing.add(
          "%s has %d open hash slots, whose marks a failover would lose"
              .formatted(primary, primary.transitions().size()));
    }
    if (primary.work().isBusy()) {
      missing.add(primary + " works");
    }
    return missing;
  }

  private static List<String> ofReplica(
      ClusterView seen, ShardServer replica, ShardServer primary) {
    Optional<ServerView> server = seen.server(replica.id());
    if (server.isEmpty()) {
      return List.of(seen.silence(replica.address()));
    }
    if (!server.get().own().primaryId().equals(primary.id())) {
      throw changed("%s is no replica of %s".formatted(server.get(), primary));
    }
    return notReady(server.get());
  }

  /** Why a replica may not be told to work now, in words; the work itself is no reason. */
  static List<String> notReady(ClusterView seen, ServerView worker, UpkeepKind kind) {
    List<String> missing = new ArrayList<>();
    if (!worker.work().does(kind)) {
      missing.addAll(notReady(worker));
    }
    List<ServerView> others =
        seen.replicas(worker.own().primaryId()).stream()
            .filter(other -> !other.id().equals(worker.id()))
            .toList();
    boolean rests =
        others.stream().anyMatch(other -> other.replication().linkUp() && !other.work().isBusy());
    if (!others.isEmpty() && !rests) {
      missing.add("no other replica of its shard is in sync and rests");
    }
    return missing;
  }

  private static List<String> notReady(ServerView replica) {
    List<String> missing = new ArrayList<>();
    if (replica.replication().syncing() || !replica.replication().linkUp()) {
      missing.add(replica + " is not in sync");
    }
    if (replica.work().isBusy()) {
      missing.add(replica + " works");
    }
    return missing;
  }

  /** Why a server may not lead beside what {@code promotion} knows, in words. */
  static List<String> mayNotLead(ClusterView seen, ServerView server) {
    List<String> missing = new ArrayList<>();
    if (server.work().isBusy()) {
      missing.add(server + " works");
    }
    server
        .work()
        .failed()
        .forEach(
            kind ->
                missing.add(
                    "the last %s of %s failed: it would refuse writes"
                        .formatted(kind.text(), server)));
    return missing;
  }

  private static ClusterFailure changed(String text) {
    return new ClusterFailure(
        ClusterFailure.Kind.CHANGED,
        text + ", so that another actor has changed the lead",
        "the lead stays as it is");
  }
}
