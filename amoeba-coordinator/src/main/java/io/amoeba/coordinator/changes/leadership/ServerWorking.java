package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.changes.leadership.StartedWork.State;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.promotion.Poller.Polled;
import io.amoeba.coordinator.promotion.Poller.SafePoint;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A server that saves, or rewrites its append-only file, as a replica. What was told before, by
 * this coordinator or a former one, is not told again. Confined to one thread.
 */
final class ServerWorking {

  private final RoundStep step;
  private final RoundTools tools;
  private final ShardServer server;
  private final PlannedRound round;
  private final UpkeepKind kind;

  /**
   * Work that may have begun.
   *
   * @param step whose open round notes what was told
   */
  ServerWorking(RoundStep step, ShardServer server) {
    this.step = step;
    this.tools = step.tools;
    this.server = server;
    this.round = step.round;
    this.kind = round.task().kind().orElseThrow();
  }

  /**
   * Lets it work, if it was not told yet, and waits for the end.
   *
   * @param pass reached before each look
   * @throws ClusterFailure if it cannot be told
   */
  State await(SafePoint pass) throws InterruptedException {
    if (step.open().work().isEmpty()) {
      begin(pass);
    }
    State end = watch(pass);
    if (end == State.NOT_BEGUN) {
      begin(pass);
      end = watch(pass);
    }
    return end;
  }

  private ClusterView look() {
    return tools.cluster().look(Set.of(server.address()));
  }

  private void begin(SafePoint pass) throws InterruptedException {
    Duration limit = tools.limits().promotion().sync();
    Polled polled = tools.poller().until(limit, pass, this::look, this::notReady);
    if (!polled.missing().isEmpty()) {
      throw new ClusterFailure(
          ClusterFailure.Kind.TOO_LONG,
          "%s was not ready to work within %d ms: %s"
              .formatted(server, limit.toMillis(), String.join("; ", polled.missing())),
          "fix this first");
    }
    ServerView worker = polled.ready().server(server.id()).orElseThrow();
    StartedWork work = StartedWork.before(worker);
    step.write(step.open().with(work));
    if (!worker.work().does(kind)) {
      tell();
    }
    step.write(step.open().with(work.answered()));
  }

  private List<String> notReady(ClusterView seen) {
    Optional<ServerView> worker = seen.server(server.id());
    if (worker.isEmpty() && seen.isGone(server.id())) {
      throw new ClusterFailure(
          ClusterFailure.Kind.CHANGED, server + " has failed", "start it again");
    }
    return worker
        .map(found -> RoundChecks.notReady(seen, found, kind))
        .orElseGet(() -> List.of(seen.silence(server.address())));
  }

  private void tell() {
    if (kind == UpkeepKind.SAVE) {
      tools.cluster().save(server.address());
    } else {
      tools.cluster().rewrite(server.address());
    }
  }

  private State watch(SafePoint pass) throws InterruptedException {
    State[] last = {State.RUNNING};
    var unused =
        tools
            .watch()
            .until(
                round.longest(),
                pass,
                () -> {
                  last[0] = now(look());
                  return last[0] == State.RUNNING ? List.of(server + " works") : List.of();
                });
    return last[0] == State.RUNNING ? State.OVERDUE : last[0];
  }

  /** One that does not answer works, as far as anybody knows. */
  private State now(ClusterView seen) {
    if (!step.isAsBefore(seen)) {
      return State.LEAD_CHANGED;
    }
    Optional<ServerView> worker = seen.server(server.id());
    if (worker.isEmpty()) {
      return seen.isGone(server.id()) ? State.GONE : State.RUNNING;
    }
    StartedWork work = step.open().work().orElseThrow();
    State state = work.state(kind, worker.get());
    if (state == State.RUNNING) {
      Duration age = work.age(worker.get());
      step.control.says("%s %s, for %d s".formatted(server, round.task().text(), age.toSeconds()));
      return age.compareTo(round.longest()) > 0 ? State.OVERDUE : State.RUNNING;
    }
    return state;
  }
}
