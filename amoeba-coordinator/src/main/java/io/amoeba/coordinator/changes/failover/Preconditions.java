package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.HashSlots;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerMemory;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.promotion.WriteCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether the replacement of a primary may begin. Pure functions. */
final class Preconditions {

  private static final String UNFIT_PRIMARY = "PRIMARY_NOT_REPLACEABLE";
  private static final String UNFIT_SERVER = "SERVER_CANNOT_TAKE_OVER";
  private static final String SILENT = "SERVER_UNREACHABLE";
  private static final String UNHEALTHY = "CLUSTER_UNHEALTHY";

  private final ClusterView seen;
  private final List<Problem> problems = new ArrayList<>();

  private Preconditions(ClusterView seen) {
    this.seen = seen;
  }

  /** Whether an earlier coordinator has replaced the primary, but could not note that. */
  static boolean isReplaced(ClusterView seen, PrimaryReplacements.Planned planned) {
    return seen.server(planned.primary()).filter(ServerView::ownsHashSlots).isEmpty()
        && seen.at(planned.to())
            .filter(ServerView::ownsHashSlots)
            .filter(server -> HashSlots.cover(server.own().hashSlots(), planned.hashSlots()))
            .isPresent();
  }

  /** All reasons why it may not. */
  static List<Problem> problems(
      ClusterView seen, PrimaryReplacements.Planned planned, OldPrimary former) {
    Preconditions checked = new Preconditions(seen);
    Optional<ServerView> primary = seen.server(planned.primary());
    Optional<ServerView> server = seen.at(planned.to());
    primary.ifPresentOrElse(checked::primary, () -> checked.noPrimary(planned));
    if (server.isEmpty()) {
      checked.add(SILENT, seen.silence(planned.to()), "");
    } else if (server.get().id().equals(planned.primary())) {
      String text = "primary %s is at %s already".formatted(planned.primary(), planned.to());
      checked.add(UNFIT_SERVER, text, "");
    } else {
      checked.server(server.get());
      WriteCheck.problems(seen, server.get(), planned.primary(), former == OldPrimary.KEEP)
          .forEach(problem -> checked.add(UNFIT_SERVER, problem, ""));
      primary.ifPresent(p -> checked.both(p, server.get()));
    }
    return checked.problems;
  }

  /** The text names the server, so the problem has no other subject. */
  private void add(String code, String text, String remedy) {
    problems.add(Problem.error(code, text, remedy));
  }

  private void noPrimary(PrimaryReplacements.Planned planned) {
    String silent = seen.silent().isEmpty() ? "nobody" : String.join(", ", seen.silences());
    String text = "primary %s is no member that answers. Without an answer: %s";
    add(
        UNFIT_PRIMARY,
        text.formatted(planned.primary(), silent),
        "Start it again, or plan without it");
  }

  private void primary(ServerView primary) {
    if (!primary.isPrimary()) {
      String text = "%s is a replica of %s now".formatted(primary, primary.own().primaryId());
      add(UNFIT_PRIMARY, text, "Plan again");
    } else if (!primary.ownsHashSlots()) {
      add(UNFIT_PRIMARY, primary + " owns no hash slots", "Plan again");
    }
    if (primary.transitions().size() > 0) {
      String text = "%s has %d open hash slots, whose marks a failover would lose";
      add(
          UNFIT_PRIMARY,
          text.formatted(primary, primary.transitions().size()),
          "Finish their move first");
    }
    for (KnownServer other : primary.others()) {
      if (other.isPrimary() && !other.hashSlots().isEmpty() && seen.server(other.id()).isEmpty()) {
        String text = seen.silence(other.address()) + ", since every primary is involved";
        add(SILENT, text, "");
      }
    }
    for (ServerView owner : seen.owners()) {
      if (!owner.clusterWorks()) {
        String text = owner + " reports that the cluster does not work";
        add(UNHEALTHY, text, "Repair it first (CLUSTER INFO)");
      }
      Optional<List<HashSlotSpan>> known = owner.sees(primary.id()).map(KnownServer::hashSlots);
      if (!known.equals(Optional.of(primary.own().hashSlots()))) {
        String text = "%s and %s disagree about the hash slots of the latter";
        add(UNHEALTHY, text.formatted(owner, primary), "Repair this first (amoeba doctor)");
      }
    }
  }

  private void server(ServerView server) {
    if (!server.isPrimary()) {
      String text = "%s is a replica of %s, not an empty server";
      add(
          UNFIT_SERVER,
          text.formatted(server, server.own().primaryId()),
          "Choose another, or CLUSTER RESET it");
    }
    boolean owns =
        seen.servers().stream()
            .anyMatch(s -> s.sees(server.id()).filter(k -> !k.hashSlots().isEmpty()).isPresent());
    if (owns) {
      add(UNFIT_SERVER, server + " owns hash slots", "Choose an empty server");
    }
    if (server.isPrimary() && server.keys() < 0) {
      add(UNFIT_SERVER, server + " is loading data", "Choose an empty server");
    } else if (server.isPrimary() && server.keys() > 0) {
      String text = "%s holds %d keys, which would be lost".formatted(server, server.keys());
      add(UNFIT_SERVER, text, "Choose another server, or empty it (FLUSHALL)");
    }
    for (ServerView replica : seen.replicas(server.id())) {
      String text = "%s is a replica of %s".formatted(replica, server);
      add(UNFIT_SERVER, text, "Choose another server, or make it replicate another one");
    }
  }

  private void both(ServerView primary, ServerView server) {
    List<KnownServer> foreign = server.ofAnotherCluster(primary);
    if (!foreign.isEmpty()) {
      String text =
          "%s knows %d servers that %s does not know, such as %s: it may belong to another cluster";
      add(
          UNFIT_SERVER,
          text.formatted(server, foreign.size(), primary, foreign.get(0).address()),
          "Choose another server, or CLUSTER RESET it");
    }
    // A replica copies keys beyond its limit, and then, as a primary, would refuse writes or evict.
    long keys = primary.memory().map(ServerMemory::dataBytes).orElse(0L);
    Optional<ServerMemory> lower = server.lowerMemory(primary);
    if (lower.isPresent() && lower.get().freeBytes().orElseThrow() < keys) {
      String text = "%s may use %d bytes more, and the keys of %s take %d";
      add(
          UNFIT_SERVER,
          text.formatted(server, lower.get().freeBytes().orElseThrow(), primary, keys),
          "Raise its maxmemory, or choose another server");
    }
  }
}
