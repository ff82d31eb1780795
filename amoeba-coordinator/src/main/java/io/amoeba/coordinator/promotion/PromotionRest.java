package io.amoeba.coordinator.promotion;

import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerInfo.Elections;
import io.amoeba.coordinator.cluster.ServerView;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * When a server may be told to take over: not before the votes of its last election no longer
 * count. Confined to one thread.
 */
public final class PromotionRest {

  /*
   * A replica that has asked for votes keeps them, and keeps the epoch of that election, also after
   * it has won. Redis begins another election only 4 × cluster-node-timeout later, and 4 s at the
   * least [1]. A manual failover before that
   *  - within 2 × cluster-node-timeout counts the old votes, and leads with the old epoch, until the
   *    primary's larger one ends that: what it has acknowledged meanwhile is lost;
   *  - otherwise is given up, while the primary holds back writes for 5 s and more.
   * Primaries, too, vote for the replicas of a primary only once in 2 × cluster-node-timeout [2].
   * Valkey 8.1 and newer forget the old election and vote again [3].
   *
   * The server itself tells of its elections: the counter of its requests for votes lives as long
   * as the votes do, as long as the process. So it tells of those that nobody here ordered, and of
   * those before this coordinator led: 0 means that there was none. When an earlier one was, nobody
   * knows; then the time is counted from the first look.
   *
   * An order counts like an election: whether it leads to one is known later.
   *
   * [1] clusterHandleSlaveFailover: auth_retry_time; [2] clusterSendFailoverAuthIfNeeded:
   * voted_time; [3] valkey-io/valkey pull requests 1274, 1305.
   */

  private static final Duration MARGIN = Duration.ofSeconds(1);

  private static final OptionalLong NEVER = OptionalLong.empty();

  /** What is known of a process; times are of the clock. */
  private record Known(OptionalLong requests, OptionalLong election, OptionalLong order) {

    Known ordered(long now) {
      return new Known(requests, election, OptionalLong.of(now));
    }
  }

  private final LongSupplier nanoTime;

  /** By run id: a process that ends takes its votes along. */
  private final Map<String, Known> processes = new HashMap<>();

  /**
   * A rule that knows nothing yet. All operations of a coordinator share one, since each order
   * counts.
   *
   * @param nanoTime monotonic, in nanoseconds
   */
  public PromotionRest(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Notes who has asked for votes since the last look. */
  public void note(ClusterView seen) {
    seen.servers().forEach(this::note);
  }

  private Known note(ServerView server) {
    long now = nanoTime.getAsLong();
    OptionalLong requests = server.elections().requests();
    Known known = processes.get(server.elections().process());
    if (known == null) {
      boolean none = requests.isPresent() && requests.getAsLong() == 0;
      known = new Known(requests, none ? NEVER : OptionalLong.of(now), NEVER);
    } else if (!known.requests().equals(requests)) {
      known = new Known(requests, OptionalLong.of(now), known.order());
    }
    processes.put(server.elections().process(), known);
    return known;
  }

  /** The server is told to take over now. */
  void noteOrder(ServerView server) {
    processes.put(server.elections().process(), note(server).ordered(nanoTime.getAsLong()));
  }

  /** An earlier coordinator may have told it so, at a time that is not known. */
  void noteEarlierOrder(ServerView server) {
    if (note(server).order().isEmpty()) {
      noteOrder(server);
    }
  }

  /** Why a server may not be told yet, in words. */
  Optional<String> missing(ClusterView seen, ServerView server) {
    Duration left = remaining(seen, server);
    return left.isZero()
        ? Optional.empty()
        : Optional.of(
            "%s may still count the votes of its last election, or start one: it is promoted in %d s (4 × cluster-node-timeout + 1 s after the last one)"
                .formatted(server, left.toSeconds() + 1));
  }

  /** How long it may not be told, unless another election comes. */
  Duration remaining(ClusterView seen, ServerView server) {
    Known known = note(server);
    long left = left(known.order(), afterOrder(seen, server));
    if (!forgetful(seen, server)) {
      left = Math.max(left, left(known.election(), afterElection(seen)));
    }
    return Duration.ofNanos(Math.max(0, left));
  }

  private long left(OptionalLong since, Duration rest) {
    return since.isEmpty() ? 0 : since.getAsLong() + rest.toNanos() - nanoTime.getAsLong();
  }

  private static Duration afterOrder(ClusterView seen, ServerView server) {
    return forgetful(seen, server)
        ? server.elections().failOverTimeout().orElse(Elections.UNKNOWN_TIMEOUT).plus(MARGIN)
        : afterElection(seen);
  }

  private static Duration afterElection(ClusterView seen) {
    return Elections.rest(
        seen.servers().stream()
            .map(server -> server.elections().nodeTimeout().orElse(Elections.UNKNOWN_TIMEOUT))
            .max(Comparator.naturalOrder())
            .orElse(Duration.ZERO));
  }

  private static boolean forgetful(ClusterView seen, ServerView server) {
    return server.elections().forgetful()
        && seen.owners().stream().allMatch(owner -> owner.elections().forgetful());
  }
}
