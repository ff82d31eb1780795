package io.amoeba.coordinator.promotion;

import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterFailure.Kind;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerInfo;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.operations.StepControl;
import io.amoeba.coordinator.promotion.Poller.Polled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a replica the primary. Nothing else tells a server to take over, so that every order keeps
 * {@link PromotionRest}. Confined to one thread.
 */
public final class Promotion {

  /** What else must be true of a server before it is told to take over. */
  public interface Condition {

    /** Nothing. */
    Condition NONE = (seen, server) -> List.of();

    /** What is missing, in words. */
    List<String> missing(ClusterView seen, ServerView server);
  }

  private static final Logger LOG = LoggerFactory.getLogger(Promotion.class);

  /** A replica that does not catch up so long is promoted nevertheless. */
  private static final Duration CATCH_UP = Duration.ofSeconds(10);

  private final ClusterAdmin cluster;
  private final PromotionLimits limits;
  private final Poller poller;
  private final PromotionRest rest;
  private final Condition condition;

  /**
   * A promotion.
   *
   * @param cluster used on the thread of the steps alone
   * @param condition what must be true beside what every server that takes over needs
   */
  public Promotion(
      ClusterAdmin cluster,
      PromotionLimits limits,
      Poller poller,
      PromotionRest rest,
      Condition condition) {
    this.cluster = cluster;
    this.limits = limits;
    this.poller = poller;
    this.rest = rest;
    this.condition = condition;
  }

  /** What every server says now. */
  public ClusterView look(Takeover takeover) {
    ClusterView seen = cluster.look(takeover.servers());
    rest.note(seen);
    return seen;
  }

  /** What keeps the server from being told to take over, in words. */
  public List<String> missing(ClusterView seen, Takeover takeover) {
    List<String> missing = new ArrayList<>(SyncCheck.missing(seen, takeover, limits.lagBytes()));
    seen.at(takeover.server())
        .ifPresent(
            server -> {
              missing.addAll(
                  WriteCheck.problems(seen, server, takeover.primary(), takeover.formerStays()));
              missing.addAll(condition.missing(seen, server));
              rest.missing(seen, server).ifPresent(missing::add);
            });
    return missing;
  }

  /** How long the server may take to be in sync, and to rest if it has to. */
  public Duration limit(Takeover takeover) {
    return lookIfPossible(takeover)
        .flatMap(seen -> seen.at(takeover.server()).map(server -> rest.remaining(seen, server)))
        .map(limits.sync()::plus)
        .orElse(limits.sync());
  }

  /** Empty: no server lists the others. */
  private Optional<ClusterView> lookIfPossible(Takeover takeover) {
    try {
      return Optional.of(look(takeover));
    } catch (ClusterFailure e) {
      if (e.isTransient()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** An earlier run of the phase, here or in a former coordinator, may have told it. */
  public void noteEarlierOrder(ClusterView seen, Takeover takeover) {
    seen.at(takeover.server()).ifPresent(rest::noteEarlierOrder);
  }

  /*
   * A failover is only scheduled when it is answered OK. The primary then holds back its clients'
   * writes until the replica has them all, and the replica asks the other primaries for their votes.
   * If that takes longer than 5 s, it is given up without a word, and clients go on. So whether it
   * happened is known by looks alone, and so is why it did not.
   */

  /**
   * Tells it until it is the primary.
   *
   * @throws ClusterFailure if it is not after the last attempt, with the reason of each
   */
  public void carryOut(Takeover takeover, StepControl control) throws InterruptedException {
    List<String> failures = new ArrayList<>();
    for (int attempt = 1; attempt <= limits.attempts(); attempt++) {
      Optional<ClusterView> before = ready(takeover, attempt, control);
      if (before.isEmpty()) {
        return;
      }
      order(before.get().at(takeover.server()).orElseThrow());
      if (poller
          .until(limits.failOver(), () -> OwnershipCheck.notPromoted(look(takeover), takeover))
          .isEmpty()) {
        return;
      }
      String reason =
          lookIfPossible(takeover)
              .map(after -> whyNot(before.get(), after, takeover))
              .orElse("no server lists the others");
      LOG.warn(
          "{}, attempt {} to promote {}: {}", takeover.text(), attempt, takeover.server(), reason);
      failures.add("attempt %d: %s".formatted(attempt, reason));
    }
    throw new ClusterFailure(
        Kind.TOO_LONG,
        "%s received %d orders to replace %s, but did not within %d ms each: %s"
            .formatted(
                takeover.server(),
                limits.attempts(),
                takeover.primaryAddress(),
                limits.failOver().toMillis(),
                String.join("; ", failures)),
        "see its log and the logs of the primaries, a majority of which must vote for it");
  }

  /** An order that is not answered may have been heard; one that is refused was not taken. */
  private void order(ServerView server) {
    try {
      cluster.failOver(server.address());
      rest.noteOrder(server);
    } catch (ClusterFailure e) {
      if (e.kind() == Kind.UNREACHABLE) {
        rest.noteOrder(server);
      }
      throw e;
    }
  }

  /** Waits until it may be told: what was seen then; empty: it is the primary already. */
  private Optional<ClusterView> ready(Takeover takeover, int attempt, StepControl control)
      throws InterruptedException {
    Optional<ClusterView> ready = awaitNothingMissing(takeover, attempt, control);
    CatchUp catchUp = new CatchUp();
    if (ready.isEmpty() || behind(ready.get(), takeover, catchUp).isEmpty()) {
      return ready;
    }
    Polled nearly =
        await(
            CATCH_UP,
            takeover,
            attempt,
            control,
            seen -> {
              List<String> now = missing(seen, takeover);
              return now.isEmpty() ? behind(seen, takeover, catchUp) : now;
            });
    return nearly.missing().isEmpty()
        ? stillReplica(nearly, takeover)
        : awaitNothingMissing(takeover, attempt, control);
  }

  private static List<String> behind(ClusterView seen, Takeover takeover, CatchUp catchUp) {
    long written = seen.server(takeover.primary()).orElseThrow().replication().offset();
    long executed = seen.at(takeover.server()).orElseThrow().replication().offset();
    return catchUp.isNear(written, executed)
        ? List.of()
        : List.of(
            "%s catches up, and is %d bytes behind"
                .formatted(takeover.server(), written - executed));
  }

  private static Optional<ClusterView> stillReplica(Polled polled, Takeover takeover) {
    return polled.seen().filter(seen -> !OwnershipCheck.isPromoted(seen, takeover));
  }

  /** As {@link #ready}, however far behind it is within the limit. */
  private Optional<ClusterView> awaitNothingMissing(
      Takeover takeover, int attempt, StepControl control) throws InterruptedException {
    Duration limit = limit(takeover);
    Polled polled = await(limit, takeover, attempt, control, seen -> missing(seen, takeover));
    if (!polled.missing().isEmpty()) {
      throw takeover.tooLong(limit, polled.missing(), "fix this first");
    }
    return stillReplica(polled, takeover);
  }

  private Polled await(
      Duration limit,
      Takeover takeover,
      int attempt,
      StepControl control,
      Function<ClusterView, List<String>> missing)
      throws InterruptedException {
    return poller.until(
        limit,
        () -> {},
        () -> look(takeover),
        seen -> {
          if (OwnershipCheck.notPromoted(seen, takeover).isEmpty()) {
            return List.of();
          }
          List<String> now = missing.apply(seen);
          control.says(
              takeover.underWay("attempt " + attempt + (now.isEmpty() ? "" : ", " + now.get(0))));
          return now;
        });
  }

  /** Waits until a promotion that may be under way has come, or can no longer come. */
  public boolean isPromotedAfterAll(Takeover takeover) throws InterruptedException {
    Duration underWay =
        lookIfPossible(takeover)
            .flatMap(seen -> seen.at(takeover.server()))
            .flatMap(server -> server.elections().failOverTimeout())
            .filter(timeout -> timeout.compareTo(limits.failOver()) > 0)
            .orElse(limits.failOver());
    return poller
        .until(
            underWay,
            () ->
                OwnershipCheck.isPromoted(look(takeover), takeover)
                    ? List.of()
                    : List.of(takeover.server() + " is no primary"))
        .isEmpty();
  }

  /** Why an order was answered OK and led to nothing, by what was seen before it and after. */
  private static String whyNot(ClusterView before, ClusterView after, Takeover takeover) {
    Optional<ServerView> server = after.at(takeover.server());
    if (server.isEmpty()) {
      return after.silence(takeover.server());
    }
    Optional<ServerInfo.Elections> earlier =
        before.at(takeover.server()).map(ServerView::elections);
    ServerInfo.Elections now = server.get().elections();
    if (earlier.filter(then -> then.process().equals(now.process())).isEmpty()) {
      return "%s has started again meanwhile".formatted(server.get());
    }
    OptionalLong requests = earlier.orElseThrow().requests();
    if (now.requests().isEmpty()) {
      return "whether %s asked for votes is not known".formatted(server.get());
    }
    if (requests.equals(now.requests())) {
      return "%s asked for no votes: it did not reach the offset at which %s held back writes, or that one did not answer it in time"
          .formatted(server.get(), takeover.primaryAddress());
    }
    return "%s asked for votes, and %d of %d primaries voted: the election was lost"
        .formatted(server.get(), votes(before, after), after.owners().size());
  }

  /** Primaries that have voted for any server between the two. */
  private static long votes(ClusterView before, ClusterView after) {
    return after.owners().stream()
        .filter(
            owner ->
                before
                    .server(owner.id())
                    .filter(then -> owner.elections().votes() > then.elections().votes())
                    .isPresent())
        .count();
  }
}
