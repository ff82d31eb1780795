package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.operations.StepControl;
import io.amoeba.coordinator.promotion.Poller.SafePoint;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A server that saves, or rewrites its append-only file, as a replica. What was told before, by
 * this coordinator or a former one, is not told again. Confined to one thread.
 */
final class ServerWorking {

  /** How it ended, or stands. */
  enum End {
    RUNNING("it goes on"),
    /** The one who was to tell it ended before. */
    NOT_TOLD("it did not begin"),
    DONE("it has"),
    FAILED("it says that this failed"),
    LOST("it has started again, or does not tell of an end"),
    OVERDUE("it has not ended in time"),
    /** Every primary says that the server has failed. */
    GONE("it has failed"),
    /** The lead of its shard has changed meanwhile. */
    LEAD_CHANGED("the lead has changed");

    private final String text;

    End(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  /** Where it is noted what was told. */
  interface Journal {
    Optional<StartedWork> started();

    /** Durable on return. */
    void write(StartedWork work);
  }

  private final RoundTools tools;
  private final ShardServer server;
  private final PlannedRound round;
  private final UpkeepKind kind;
  private final Journal journal;
  private final StepControl control;
  private final Predicate<ClusterView> asBefore;

  /**
   * Work that may have begun.
   *
   * @param asBefore whether the lead is still where it was when the work began
   */
  ServerWorking(
      RoundTools tools,
      ShardServer server,
      PlannedRound round,
      Journal journal,
      StepControl control,
      Predicate<ClusterView> asBefore) {
    this.tools = tools;
    this.server = server;
    this.round = round;
    this.kind = round.task().kind().orElseThrow();
    this.journal = journal;
    this.control = control;
    this.asBefore = asBefore;
  }

  /**
   * Lets it work, if it was not told yet, and waits for the end.
   *
   * @param pass reached before each look
   * @throws ClusterFailure if it cannot be told
   */
  End await(SafePoint pass) throws InterruptedException {
    if (journal.started().isEmpty()) {
      begin(pass);
    }
    End end = watch(pass);
    if (end == End.NOT_TOLD) {
      begin(pass);
      end = watch(pass);
    }
    return end;
  }

  private void begin(SafePoint pass) throws InterruptedException {
    List<ServerView> last = new ArrayList<>();
    List<String> missing =
        tools
            .poller()
            .until(
                tools.limits().promotion().sync(),
                pass,
                () -> {
                  ClusterView seen = tools.cluster().look(Set.of(server.address()));
                  Optional<ServerView> found = seen.server(server.id());
                  last.clear();
                  found.ifPresent(last::add);
                  if (found.isEmpty() && seen.isGone(server.id())) {
                    throw new ClusterFailure(
                        ClusterFailure.Kind.CHANGED, server + " has failed", "start it again");
                  }
                  return found
                      .map(worker -> RoundChecks.notReady(seen, worker, kind))
                      .orElseGet(() -> List.of(seen.silence(server.address())));
                });
    if (!missing.isEmpty()) {
      throw new ClusterFailure(
          ClusterFailure.Kind.TOO_LONG,
          "%s was not ready to work within %d ms: %s"
              .formatted(
                  server, tools.limits().promotion().sync().toMillis(), String.join("; ", missing)),
          "fix this first");
    }
    ServerView worker = last.get(0);
    StartedWork work = StartedWork.before(worker);
    journal.write(work);
    if (!WorkState.isRunning(kind, worker.work())) {
      tell();
    }
    journal.write(work.answered());
  }

  private void tell() {
    if (kind == UpkeepKind.SAVE) {
      tools.cluster().save(server.address());
    } else {
      tools.cluster().rewrite(server.address());
    }
  }

  private End watch(SafePoint pass) throws InterruptedException {
    End[] last = {End.RUNNING};
    var unused =
        tools
            .watch()
            .until(
                round.longest(),
                pass,
                () -> {
                  last[0] = now(tools.cluster().look(Set.of(server.address())));
                  return last[0] == End.RUNNING ? List.of(server + " works") : List.of();
                });
    return last[0] == End.RUNNING ? End.OVERDUE : last[0];
  }

  /** One that does not answer works, as far as anybody knows. */
  private End now(ClusterView seen) {
    if (!asBefore.test(seen)) {
      return End.LEAD_CHANGED;
    }
    Optional<ServerView> worker = seen.server(server.id());
    if (worker.isEmpty()) {
      return seen.isGone(server.id()) ? End.GONE : End.RUNNING;
    }
    StartedWork work = journal.started().orElseThrow();
    return switch (WorkState.of(kind, work, worker.get())) {
      case NOT_BEGUN -> End.NOT_TOLD;
      case DONE -> End.DONE;
      case FAILED -> End.FAILED;
      case LOST -> End.LOST;
      case RUNNING -> {
        Duration age = work.age(worker.get());
        control.says("%s %s, for %d s".formatted(server, round.task().text(), age.toSeconds()));
        yield age.compareTo(round.longest()) > 0 ? End.OVERDUE : End.RUNNING;
      }
    };
  }
}
