package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rule by which a hash slot changes its owner, so that no older claim of it can win. Confined
 * to one thread. Source: {@code docs/hash-slot-moves.md}, "Claims"; {@code
 * docs/adr/0015-claims-of-hash-slots.md}.
 *
 * <ol>
 *   <li>Before a primary takes hash slots, unless it was the last one that took any: all has
 *       arrived that it, before it last gave a hash slot away, had told others, and they had told
 *       it; every node knows every epoch; and no node believes that it owns what it does not. It
 *       has no marks of them.
 *   <li>Only then it takes them, and with them the largest epoch.
 *   <li>Nobody else is told of the new owner before every node knows that epoch.
 *   <li>A move is done when every primary that answers sees the new owner.
 * </ol>
 */
final class OwnerChange {

  /**
   * How long it takes at most until a node has pinged every other one, for each node: it pings one
   * of them each second, which it draws.
   */
  private static final Duration PINGS_OF_A_NODE = Duration.ofSeconds(12);

  private static final String BUS_PORTS = "Check whether their cluster bus ports reach each other.";

  /**
   * Of which primaries all older messages have arrived: what they had told any of the nodes, and
   * what the nodes had told them. Later messages of a primary claim nothing that it does not own,
   * until it gives a hash slot away. Immutable.
   *
   * @param nodes those that were waited for
   * @param owned hash slots of each of the primaries when the wait began, by id
   */
  private record Arrivals(Set<String> nodes, Map<String, BitSet> owned) {

    /** Before any wait. */
    private static final Arrivals NONE = new Arrivals(Set.of(), Map.of());

    /**
     * After a wait.
     *
     * @param first what was seen when it began
     */
    private static Arrivals of(Set<String> primaries, ClusterView first) {
      Map<String, BitSet> owned = new HashMap<>();
      for (String id : primaries) {
        first.primary(id).ifPresent(view -> owned.put(id, view.ownedBy(id)));
      }
      return new Arrivals(
          first.servers().stream().map(ServerView::id).collect(Collectors.toSet()), owned);
    }

    /** Whether a primary was waited for with every node, and has given nothing away since. */
    private boolean holdFor(String primary, ClusterView seen) {
      BitSet given = (BitSet) owned.getOrDefault(primary, new BitSet()).clone();
      seen.primary(primary).map(view -> view.ownedBy(primary)).ifPresent(given::andNot);
      return owned.containsKey(primary)
          && given.isEmpty()
          && seen.servers().stream().allMatch(node -> nodes.contains(node.id()));
    }
  }

  private final ClusterAdmin store;
  private final Duration patience;
  private final Pace pace;

  /** Destinations that have not taken any yet. */
  private final Set<String> coming = new LinkedHashSet<>();

  private Arrivals arrivals = Arrivals.NONE;

  /** Who took the last hash slots, and has the largest epoch since. */
  private @Nullable String taker;

  OwnerChange(ClusterAdmin store, Duration patience, Pace pace) {
    this.store = store;
    this.patience = patience;
    this.pace = pace;
  }

  /** What is going to move: one wait is then enough for all destinations that give nothing away. */
  void plan(List<SlotMove> moves) {
    moves.forEach(move -> coming.add(move.to()));
  }

  /** What was seen between two moves: somebody else may have changed epochs. */
  void saw(ClusterView seen) {
    Optional<ServerView> largest =
        seen.primaries().stream().max(Comparator.comparingLong(view -> view.own().epoch()));
    if (largest.filter(view -> view.id().equals(taker)).isEmpty()) {
      taker = null;
      arrivals = Arrivals.NONE;
    }
  }

  /**
   * Waits until a primary may take hash slots.
   *
   * @param aborted whether to wait no longer
   * @return whether it may; otherwise the wait was aborted
   * @throws ClusterFailure if the patience is over; nothing has changed
   */
  boolean before(String from, String to, BooleanSupplier aborted) {
    return before(from, to, Set.of(), aborted);
  }

  private boolean before(String from, String to, Set<Integer> ownerless, BooleanSupplier aborted) {
    if (to.equals(taker)) {
      return true;
    }
    ClusterView first = store.look();
    Set<String> waitedFor = waitedFor(to, first);
    PingExchange exchange = new PingExchange(waitedFor);
    var unused = exchange.unanswered(first);
    Duration enough = patience.plus(PINGS_OF_A_NODE.multipliedBy(first.servers().size()));
    Optional<String> hindrance =
        pace.lookUntil(
            seen -> seen.isEmpty() || aborted.getAsBoolean(),
            enough,
            () -> {
              ClusterView seen = store.look();
              Optional<String> unanswered = exchange.unanswered(seen);
              return ClaimRules.unsettled(to, from, ownerless, seen).or(() -> unanswered);
            });
    if (hindrance.isEmpty()) {
      if (!waitedFor.isEmpty()) {
        arrivals = Arrivals.of(waitedFor, first);
      }
      coming.remove(to);
      taker = to;
      return true;
    }
    if (aborted.getAsBoolean()) {
      return false;
    }
    throw new ClusterFailure(
        ClusterFailure.Kind.UNREACHABLE,
        "%s after %d s, so that hash slots that %s takes from %s could be lost to an older claim"
            .formatted(hindrance.get(), enough.toSeconds(), to, from),
        BUS_PORTS);
  }

  /** All destinations at once, since they are pinged at the same time; or none. */
  private Set<String> waitedFor(String to, ClusterView seen) {
    return arrivals.holdFor(to, seen)
        ? Set.of()
        : Stream.concat(Stream.of(to), coming.stream()).collect(Collectors.toSet());
  }

  /** The same for what has been begun already. */
  void before(String from, String to) {
    boolean unused = before(from, to, Set.of(), () -> false);
  }

  /** The same for hash slots that nobody owns. */
  void beforeGivingBack(Set<Integer> hashSlots, String from, String to) {
    boolean unused = before(from, to, hashSlots, () -> false);
  }

  /*
   * A server that keeps marks loses a hash slot that it takes while it has a mark of it, to any claim
   * of the source that is still under way. It does not tell which ones it has. One that it takes note
   * of by a claim has none. So it is told of another owner, who never claims the hash slot, and then
   * hears the source's claim: the other one's next message sets a mark, if there is none, and the
   * source's next message takes what is marked, whatever its epoch.
   */

  /**
   * Waits until destinations have no marks of hash slots that they are to take and have not yet
   * opened. Only servers that keep marks need it.
   *
   * @param now what is taken next
   * @param later what may be taken without another wait. Who sees another owner of it than its
   *     source is left alone
   * @return hash slots of which there are no marks any more, those of {@code now} among them
   * @throws ClusterFailure if it cannot be done; nothing is open
   */
  Set<Integer> forgetMarks(List<SlotMove> now, List<SlotMove> later) {
    ClusterView first = store.look();
    List<SlotMove> forgotten = new ArrayList<>(now);
    later.stream().filter(move -> move.isSeenAtItsSource(first)).forEach(forgotten::add);
    Map<SlotMove.Route, List<Integer>> kept =
        forgotten.stream()
            .filter(move -> store.keepsMarks(move.to()))
            .collect(
                Collectors.groupingBy(
                    SlotMove::route,
                    LinkedHashMap::new,
                    Collectors.mapping(SlotMove::hashSlot, Collectors.toList())));
    kept.forEach((route, hashSlots) -> store.setOwner(route.to(), hashSlots, third(route, first)));
    awaitClaims(kept, first.servers().size());
    return forgotten.stream().map(SlotMove::hashSlot).collect(Collectors.toSet());
  }

  private static String third(SlotMove.Route route, ClusterView seen) {
    return seen.primaries().stream()
        .map(ServerView::id)
        .filter(id -> !id.equals(route.from()) && !id.equals(route.to()))
        .findFirst()
        .orElseThrow(
            () ->
                new ClusterFailure(
                    ClusterFailure.Kind.REFUSED,
                    ("%s could lose hash slots to older claims of %s, and there is no third"
                            + " primary by whose help that is avoided: update the servers, or"
                            + " let a third primary join")
                        .formatted(route.to(), route.from())));
  }

  private void awaitClaims(Map<SlotMove.Route, List<Integer>> claimed, int nodes) {
    if (claimed.isEmpty()) {
      return;
    }
    Duration enough = patience.plus(PINGS_OF_A_NODE.multipliedBy(nodes));
    Optional<String> missing =
        pace.lookUntil(Optional::isEmpty, enough, () -> unheardClaim(claimed, store.look()));
    if (missing.isPresent()) {
      throw new ClusterFailure(
          ClusterFailure.Kind.UNREACHABLE,
          "%s after %d s".formatted(missing.get(), enough.toSeconds()),
          BUS_PORTS);
    }
  }

  private static Optional<String> unheardClaim(
      Map<SlotMove.Route, List<Integer>> claimed, ClusterView seen) {
    return claimed.entrySet().stream()
        .filter(entry -> !sees(entry.getKey(), entry.getValue(), seen))
        .findFirst()
        .map(
            entry ->
                "%s has not heard that %s owns hash slots %s"
                    .formatted(entry.getKey().to(), entry.getKey().from(), entry.getValue()));
  }

  private static boolean sees(
      SlotMove.Route route, Collection<Integer> hashSlots, ClusterView seen) {
    return seen.primary(route.to())
        .map(view -> view.ownedBy(route.from()))
        .filter(owned -> hashSlots.stream().allMatch(owned::get))
        .isPresent();
  }

  /**
   * Waits until every node knows the epoch of a primary that has taken hash slots.
   *
   * @throws ClusterFailure if the patience is over; nobody has been told of the new owner
   */
  void after(String to) {
    pace.lookSoonUntil(Optional::isEmpty, patience, () -> ClaimRules.unheardOf(to, store.look()))
        .ifPresent(
            reason -> {
              throw new ClusterFailure(
                  ClusterFailure.Kind.UNREACHABLE,
                  "%s after %d s, so that no other node is notified of the new owner yet"
                      .formatted(reason, patience.toSeconds()),
                  BUS_PORTS);
            });
  }

  /** What is seen when some moves can begin, or when it is known that they cannot. */
  ClusterView look(List<SlotMove> moves) {
    return pace.lookSoonUntil(seen -> !SlotMove.mayBeginLater(moves, seen), patience, store::look);
  }

  /** Waits until every primary that answers sees the new owners; who still does not in the end. */
  List<String> disagreements(List<SlotMove> done) {
    return done.isEmpty()
        ? List.of()
        : pace.lookSoonUntil(List::isEmpty, patience, () -> disagreements(done, store.look()));
  }

  private static List<String> disagreements(List<SlotMove> done, ClusterView seen) {
    return done.stream()
        .flatMap(move -> seen.disagreements(move.hashSlot(), move.to()).stream())
        .toList();
  }

  /**
   * Waits for the same.
   *
   * @throws ClusterFailure if somebody still disagrees
   */
  void requireAgreement(List<SlotMove> done) {
    List<String> disagreements = disagreements(done);
    if (!disagreements.isEmpty()) {
      throw new ClusterFailure(ClusterFailure.Kind.REFUSED, String.join("; ", disagreements));
    }
  }
}
