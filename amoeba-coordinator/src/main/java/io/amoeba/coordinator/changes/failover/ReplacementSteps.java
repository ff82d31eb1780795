package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterFailure.Kind;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.operations.StepControl;
import io.amoeba.coordinator.promotion.Invariants;
import io.amoeba.coordinator.promotion.OwnershipAgreement;
import io.amoeba.coordinator.promotion.OwnershipCheck;
import io.amoeba.coordinator.promotion.Poller;
import io.amoeba.coordinator.promotion.Promotion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
  private final OwnershipAgreement agreement;
  private final Detachment detachment;

  ReplacementSteps(
      ClusterAdmin cluster, ReplacementLimits limits, Poller poller, Promotion promotion) {
    this.cluster = cluster;
    this.limits = limits;
    this.poller = poller;
    this.promotion = promotion;
    this.agreement = new OwnershipAgreement(cluster, promotion, poller);
    this.detachment = new Detachment(cluster);
  }

  /** What every server says, once both servers answer: one that has just started may be loading. */
  ClusterView lookAtBoth(OpenReplacement open) throws InterruptedException {
    var unused =
        poller.until(
            limits.meet(),
            () -> {
              ClusterView seen = promotion.look(open.takeover());
              return open.takeover().servers().stream()
                  .filter(address -> seen.at(address).isEmpty())
                  .map(seen::silence)
                  .toList();
            });
    return promotion.look(open.takeover());
  }

  /**
   * Makes the new server a member.
   *
   * @return the replacement with what the primary owns then
   */
  OpenReplacement join(OpenReplacement open, StepControl control) throws InterruptedException {
    control.says(open.takeover().underWay(open.server() + " joins the cluster"));
    Joining joining = new Joining(open);
    require(
        open,
        limits.meet(),
        poller.until(
            limits.meet(),
            control::safePoint,
            () -> {
              ClusterView seen = promotion.look(open.takeover());
              joining.check(seen);
              return joining.missing(seen, open.primaryAddress());
            }),
        "the servers must reach each other's cluster bus (port + 10000 unless set otherwise)");
    ClusterView seen = promotion.look(open.takeover());
    joining.check(seen);
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
     * Checks what servers that answer say.
     *
     * @throws ClusterFailure if another actor has changed something, or the server belongs to
     *     another cluster
     */
    void check(ClusterView seen) {
      Invariants.check(seen, open.takeover());
      Optional<ServerView> server = seen.at(open.server());
      Optional<ServerView> primary = seen.server(open.primary());
      if (server.isPresent() && primary.isPresent()) {
        List<KnownServer> foreign = server.get().ofAnotherCluster(primary.get());
        if (!foreign.isEmpty()) {
          throw new ClusterFailure(
              Kind.CHANGED,
              "%s knows %s, which %s does not know: it may belong to another cluster"
                  .formatted(server.get(), foreign.get(0).address(), open.primaryAddress()),
              "the coordinator rolls it back; then plan again");
        }
      }
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
    Duration limit = promotion.limit(open.takeover());
    require(
        open,
        limit,
        poller.until(limit, control::safePoint, () -> replicateOrWait(open, control)),
        "fix this, or allow more time (plans.migrations.syncTimeout), and request the plan again");
  }

  private List<String> replicateOrWait(OpenReplacement open, StepControl control) {
    ClusterView seen = promotion.look(open.takeover());
    Invariants.check(seen, open.takeover());
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
    List<String> missing = promotion.missing(seen, open.takeover());
    control.says(open.takeover().underWay(missing.isEmpty() ? "" : missing.get(0)));
    return missing;
  }

  /** Waits until every server that answers sees the new owner, and replicas follow it. */
  void awaitAgreement(OpenReplacement open) throws InterruptedException {
    agreement.await(open.takeover(), limits.meet());
  }

  /** Lets the former primary redirect clients for a while, and waits until it may leave. */
  void awaitRedirects(OpenReplacement open, StepControl control) throws InterruptedException {
    control.says(open.takeover().underWay(open.primaryAddress() + " redirects clients"));
    var unused =
        poller.until(limits.redirect(), control::safePoint, () -> List.of("the time is not over"));
    control.safePoint();
    await(
        open,
        limits.meet(),
        "the former primary stays as a replica",
        () -> notDecommissionable(promotion.look(open.takeover()), open));
  }

  /** What keeps the former primary from leaving the cluster, in words. */
  private static List<String> notDecommissionable(ClusterView seen, OpenReplacement open) {
    List<String> missing = new ArrayList<>(OwnershipCheck.disagreements(seen, open.takeover()));
    // A silent server cannot be told to forget it, and would announce it to the others again.
    seen.silences()
        .forEach(
            silence ->
                missing.add(
                    silence + ", or CLUSTER FORGET it everywhere if it is gone permanently"));
    return missing;
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
    if (open.wasMember() && promotion.look(open.takeover()).at(open.server()).isPresent()) {
      Joining joining = new Joining(open);
      await(
          open,
          limits.meet(),
          "it is empty; CLUSTER MEET it",
          () -> {
            ClusterView seen = promotion.look(open.takeover());
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
    control.says(open.takeover().underWay(address + " is reset and forgotten"));
    await(
        open,
        limits.detach(),
        "",
        () -> detachment.step(promotion.look(open.takeover()), address, id));
    ClusterView seen = promotion.look(open.takeover());
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
    return silences(promotion.look(open.takeover()));
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
      throw open.takeover().tooLong(limit, missing, remedy);
    }
  }
}
