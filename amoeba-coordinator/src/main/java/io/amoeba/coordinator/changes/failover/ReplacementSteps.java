package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterFailure.Kind;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.monitor.ServerAddress;
import io.amoeba.coordinator.operations.StepControl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What is done in each phase of a replacement but the promotion, from wherever the phase stands.
 * Confined to one thread.
 */
final class ReplacementSteps {

  private final ClusterAdmin cluster;
  private final ReplacementLimits limits;
  private final Poller poller;
  private final Promotion promotion;
  private final Detachment detachment;

  ReplacementSteps(
      ClusterAdmin cluster, ReplacementLimits limits, Poller poller, Promotion promotion) {
    this.cluster = cluster;
    this.limits = limits;
    this.poller = poller;
    this.promotion = promotion;
    this.detachment = new Detachment(cluster);
  }

  /** What every server says, once both servers answer: one that has just started may be loading. */
  ClusterView lookAtBoth(OpenReplacement open) throws InterruptedException {
    var unused =
        poller.until(
            limits.meet(),
            () -> {
              ClusterView seen = promotion.look(open);
              return open.servers().stream()
                  .filter(address -> seen.at(address).isEmpty())
                  .map(seen::silence)
                  .toList();
            });
    return promotion.look(open);
  }

  /**
   * Makes the new server a member.
   *
   * @return the replacement with what the primary owns then
   */
  OpenReplacement join(OpenReplacement open, StepControl control) throws InterruptedException {
    control.says(open.underWay(open.server() + " joins the cluster"));
    Joining joining = new Joining(open);
    require(
        open,
        limits.meet(),
        poller.until(
            limits.meet(),
            control::safePoint,
            () -> {
              ClusterView seen = promotion.look(open);
              Invariants.check(seen, open);
              return joining.missing(seen, open.primaryAddress());
            }),
        "the servers must reach each other's cluster bus (port + 10000 unless set otherwise)");
    ClusterView seen = promotion.look(open);
    Invariants.check(seen, open);
    return open.owning(
        seen.server(open.primary())
            .orElseThrow(
                () -> new ClusterFailure(Kind.UNREACHABLE, seen.silence(open.primaryAddress()), ""))
            .own());
  }

  /** A server on its way into the cluster: it is invited once, and waited for. */
  private final class Joining {

    private final OpenReplacement open;
    private boolean invited;

    Joining(OpenReplacement open) {
      this.open = open;
    }

    /**
     * Does what can be done now.
     *
     * @param member invites the server
     * @return what is missing until it is a member
     */
    List<String> missing(ClusterView seen, ServerAddress member) {
      Optional<ServerView> server = seen.at(open.server());
      if (server.isEmpty()) {
        return List.of(seen.silence(open.server()));
      }
      List<String> missing = seen.unacquainted(server.get());
      if (!missing.isEmpty() && !invited) {
        cluster.meet(member, open.server());
        invited = true;
      }
      return missing;
    }
  }

  /** Makes the new server a replica that is in sync and may be told to take over. */
  void replicate(OpenReplacement open, StepControl control) throws InterruptedException {
    Duration limit = promotion.limit(open);
    require(
        open,
        limit,
        poller.until(limit, control::safePoint, () -> replicateOrWait(open, control)),
        "fix this, or allow more time (plans.migrations.syncTimeout), and request the plan again");
  }

  private List<String> replicateOrWait(OpenReplacement open, StepControl control) {
    ClusterView seen = promotion.look(open);
    Invariants.check(seen, open);
    seen.at(open.server())
        .filter(ServerView::isPrimary)
        .ifPresent(
            server -> {
              if (server.keys() != 0) {
                throw new ClusterFailure(
                    Kind.CHANGED,
                    "%s holds %d keys, which would be lost".formatted(server, server.keys()),
                    "empty it (FLUSHALL), and request the plan again");
              }
              cluster.replicate(open.server(), open.primary());
            });
    List<String> missing = promotion.missing(seen, open);
    control.says(open.underWay(missing.isEmpty() ? "" : missing.get(0)));
    return missing;
  }

  /** Waits until every server that answers sees the new owner, and replicas follow it. */
  void awaitAgreement(OpenReplacement open) throws InterruptedException {
    LeftReplicas left = new LeftReplicas(open);
    await(
        open,
        limits.meet(),
        "fix this first",
        () -> {
          ClusterView seen = promotion.look(open);
          left.reattach(seen);
          return OwnershipCheck.disagreements(seen, open);
        });
  }

  /**
   * Replicas that still follow the former primary when it is a replica itself. They redirect every
   * read and can never be promoted. Redis 7.2 to 8.8 may leave them so for ever, if they hear of
   * the former primary's new role before they hear of the new primary. Source: redis/redis#15472.
   */
  private final class LeftReplicas {

    private final OpenReplacement open;
    private Set<ServerAddress> before = Set.of();

    LeftReplicas(OpenReplacement open) {
      this.open = open;
    }

    /** Lets those follow the new primary that have not done so on their own since the last look. */
    void reattach(ClusterView seen) {
      Set<ServerAddress> now =
          seen.server(open.primary())
              .filter(former -> former.own().primaryId().equals(open.serverId()))
              .map(former -> OwnershipCheck.replicasOfFormer(seen, open))
              .orElse(Set.of());
      now.stream()
          .filter(before::contains)
          .forEach(replica -> cluster.replicate(replica, open.serverId()));
      before = now;
    }
  }

  /** Lets the former primary redirect clients for a while, and waits until it may leave. */
  void awaitRedirects(OpenReplacement open, StepControl control) throws InterruptedException {
    control.says(open.underWay(open.primaryAddress() + " redirects clients"));
    var unused =
        poller.until(limits.redirect(), control::safePoint, () -> List.of("the time is not over"));
    control.safePoint();
    await(
        open,
        limits.meet(),
        "the former primary stays as a replica",
        () -> OwnershipCheck.notDecommissionable(promotion.look(open), open));
  }

  /**
   * Takes the former primary out of the cluster, empty.
   *
   * @return notes
   */
  List<Problem> decommission(OpenReplacement open, StepControl control)
      throws InterruptedException {
    return detach(open, open.primaryAddress(), open.primary(), control);
  }

  /**
   * Makes the new server, which is not promoted, empty again, and a member if it was one.
   *
   * @return notes
   */
  List<Problem> rollBack(OpenReplacement open, StepControl control) throws InterruptedException {
    List<Problem> notes = detach(open, open.server(), open.serverId(), control);
    if (open.wasMember() && promotion.look(open).at(open.server()).isPresent()) {
      Joining joining = new Joining(open);
      await(
          open,
          limits.meet(),
          "it is empty; CLUSTER MEET it",
          () -> {
            ClusterView seen = promotion.look(open);
            return seen.owners().isEmpty()
                ? List.of("no primary answers")
                : joining.missing(seen, seen.owners().get(0).address());
          });
    }
    return notes;
  }

  private List<Problem> detach(
      OpenReplacement open, ServerAddress address, String id, StepControl control)
      throws InterruptedException {
    control.says(open.underWay(address + " is reset and forgotten"));
    await(open, limits.detach(), "", () -> detachment.step(promotion.look(open), address, id));
    ClusterView seen = promotion.look(open);
    List<Problem> notes = new ArrayList<>();
    if (seen.at(address).isEmpty()) {
      notes.add(
          new Problem(
              "SERVER_FORGOTTEN_NOT_RESET",
              Severity.WARNING,
              "",
              address + " has failed, so it was forgotten, not reset",
              "Before it starts again, delete its nodes.conf and its data"));
    }
    notes.addAll(silences(seen));
    return notes;
  }

  /** Servers that have not said what they see; they will hear by gossip when they are back. */
  List<Problem> silences(OpenReplacement open) {
    return silences(promotion.look(open));
  }

  private static List<Problem> silences(ClusterView seen) {
    return seen.silent().keySet().stream()
        .map(
            address ->
                new Problem("SERVER_UNREACHABLE", Severity.NOTE, "", seen.silence(address), ""))
        .toList();
  }

  /** Waits where nothing may pause or abort. */
  private void await(
      OpenReplacement open, Duration limit, String remedy, Supplier<List<String>> missing)
      throws InterruptedException {
    require(open, limit, poller.until(limit, missing), remedy);
  }

  private static void require(
      OpenReplacement open, Duration limit, List<String> missing, String remedy) {
    if (!missing.isEmpty()) {
      throw open.tooLong(limit, missing, remedy);
    }
  }
}
