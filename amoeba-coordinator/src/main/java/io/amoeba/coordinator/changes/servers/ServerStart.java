package io.amoeba.coordinator.changes.servers;

import io.amoeba.coordinator.changes.servers.StartServers.Server;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.cluster.members.MemberCheck;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.operations.StepControl;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The way of one server into the store: it is started unless it answers already, greeted unless it
 * is known already, and waited for until every primary with hash slots knows it, it knows theirs,
 * and it takes keys. Confined to one thread.
 */
final class ServerStart {

  private static final Duration POLL = Duration.ofMillis(200);

  /** A greeting may be lost. */
  private static final Duration BETWEEN_GREETINGS = Duration.ofSeconds(5);

  private static final String UNSEEN = "no node of the cluster lists the others";

  private final ClusterAdmin store;
  private final MemberCheck members;
  private final ServerStarter starter;
  private final Duration limit;
  private final StepControl control;

  /**
   * @param members asked before the server is greeted
   * @param limit from the end of the command until every primary knows the server
   */
  ServerStart(
      ClusterAdmin store,
      MemberCheck members,
      ServerStarter starter,
      Duration limit,
      StepControl control) {
    this.store = store;
    this.members = members;
    this.starter = starter;
    this.limit = limit;
    this.control = control;
  }

  /**
   * Starts it and makes it a member.
   *
   * @throws StartFailure if it cannot become one
   * @throws io.amoeba.coordinator.operations.StepAborted if it was told to stop at a safe point
   */
  void carryOut(Server server) throws InterruptedException {
    startUnlessItAnswers(server);
    long deadline = System.nanoTime() + limit.toNanos();
    long greeted = System.nanoTime() - BETWEEN_GREETINGS.toNanos();
    String waitsFor = "";
    while (System.nanoTime() - deadline < 0) {
      long paused = System.nanoTime();
      control.safePoint();
      deadline += System.nanoTime() - paused;
      Optional<ClusterView> view = look(server);
      if (view.isPresent()) {
        Optional<ServerView> started = view.get().at(server.address());
        waitsFor = waitsFor(server, view.get(), started);
        if (waitsFor.isEmpty()) {
          return;
        }
        boolean due = System.nanoTime() - greeted >= BETWEEN_GREETINGS.toNanos();
        if (started.isPresent() && isStranger(started.get(), view.get()) && due) {
          requireEmpty(server, started.get());
          requireEqual(server);
          greeted = System.nanoTime();
          store.meet(view.get().owners().get(0).address(), server.address());
        }
      } else {
        waitsFor = UNSEEN;
      }
      Thread.sleep(POLL.toMillis());
    }
    throw new StartFailure(
        Problem.error(
            "SERVER_NOT_JOINED",
            server.address().toString(),
            "is no member after %d s: %s".formatted(limit.toSeconds(), waitsFor),
            "Fix this, then request the plan again."));
  }

  /** Runs the command, if it has to. */
  private void startUnlessItAnswers(Server server) throws InterruptedException {
    if (isSilent(server, awaitSight(server))) {
      starter.awaitEarlier();
      if (isSilent(server, awaitSight(server))) {
        starter.start(server);
      }
    }
  }

  /**
   * What is there before anything is started: a cluster that is out of reach may have the server.
   *
   * @throws StartFailure if the cluster is not seen within the limit
   */
  private ClusterView awaitSight(Server server) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      control.safePoint();
      Optional<ClusterView> view = look(server);
      if (view.isPresent()) {
        return view.get();
      }
      if (System.nanoTime() - deadline >= 0) {
        throw new StartFailure(
            Problem.error(
                "REDIS_UNREACHABLE",
                server.address().toString(),
                "is not started: %s, for %d s".formatted(UNSEEN, limit.toSeconds()),
                "Fix this, then request the plan again."));
      }
      Thread.sleep(POLL.toMillis());
    }
  }

  private static boolean isSilent(Server server, ClusterView view) {
    return view.at(server.address()).isEmpty();
  }

  /** A cluster that cannot be seen for a moment is looked at again. */
  private Optional<ClusterView> look(Server server) {
    try {
      return Optional.of(store.look(Set.of(server.address())));
    } catch (ClusterFailure e) {
      return Optional.empty();
    }
  }

  /** What is missing until it is a member; empty: nothing. */
  private static String waitsFor(Server server, ClusterView view, Optional<ServerView> started) {
    if (started.isEmpty()) {
      return view.silence(server.address());
    }
    if (view.owners().isEmpty()) {
      return "no primary with hash slots answers";
    }
    List<String> strange =
        view.owners().stream()
            .filter(owner -> !owner.trusts(started.get().id()))
            .map(owner -> owner.address().toString())
            .toList();
    if (!strange.isEmpty()) {
      return "it is not known at " + String.join(", ", strange);
    }
    List<String> unheard =
        view.owners().stream()
            .filter(owner -> !knows(started.get(), owner))
            .map(owner -> owner.address().toString())
            .toList();
    if (!unheard.isEmpty()) {
      return "it has not heard what belongs to " + String.join(", ", unheard);
    }
    // For some seconds after it has met the others, a server takes no keys (CLUSTERDOWN).
    return started.get().clusterWorks() ? "" : "it says that the cluster is down";
  }

  /** Whether it sees what an owner says of itself: hash slots are moved by those who agree. */
  private static boolean knows(ServerView started, ServerView owner) {
    return started
        .sees(owner.id())
        .filter(seen -> seen.hashSlots().equals(owner.own().hashSlots()))
        .isPresent();
  }

  private static boolean isStranger(ServerView started, ClusterView view) {
    return !view.owners().isEmpty()
        && view.owners().stream().noneMatch(owner -> owner.sees(started.id()).isPresent());
  }

  /** Whoever is greeted can be forgotten again, but jobs may have been sent there by then. */
  private void requireEqual(Server server) {
    List<Problem> problems = members.problems(server.address());
    if (!problems.isEmpty()) {
      throw new StartFailure(problems);
    }
  }

  private static void requireEmpty(Server server, ServerView started) {
    String wrong =
        started.ownsHashSlots()
            ? "it owns hash slots of another cluster"
            : !started.isPrimary() ? "it is a replica" : started.keys() != 0 ? "it holds keys" : "";
    if (!wrong.isEmpty()) {
      throw new StartFailure(
          Problem.error(
              "SERVER_NOT_EMPTY",
              server.address().toString(),
              "runs already and does not belong to the cluster, and " + wrong,
              "Take another plans.growth.port, or empty it."));
    }
  }
}
