package io.amoeba.coordinator.execute.moves;

import java.time.Duration;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The rule by which a hash slot changes its owner, so that no older claim of it can win. Confined
 * to one thread. Source: {@code docs/hash-slot-moves.md}, "Claims"; {@code
 * docs/adr/0015-claims-of-hash-slots.md}.
 *
 * <ol>
 *   <li>Before a primary takes hash slots, unless it was the last one that took any: all that it
 *       has said, and all that was said to it, has arrived; every node knows every epoch; and no
 *       node believes that it owns what it does not. It has no marks of them.
 *   <li>Only then it takes them, and with them the largest epoch.
 *   <li>Nobody else is told of the new owner before every node knows that epoch.
 * </ol>
 */
final class OwnerChange {

  /**
   * How long it takes at most until a node has pinged every other one, for each node: it pings one
   * of them each second, which it draws.
   */
  private static final Duration PINGS_OF_A_NODE = Duration.ofSeconds(12);

  private final MovingStore store;
  private final Duration patience;
  private final Pace pace;

  /** Who took the last hash slots, and has the largest epoch since. */
  private @Nullable String taker;

  OwnerChange(MovingStore store, Duration patience, Pace pace) {
    this.store = store;
    this.patience = patience;
    this.pace = pace;
  }

  /** What was seen between two moves: somebody else may have changed epochs. */
  void saw(StoreTopology seen) {
    Optional<PrimaryView> largest =
        seen.primaries().stream().max(Comparator.comparingLong(view -> view.epochOf(view.id())));
    if (largest.filter(view -> view.id().equals(taker)).isEmpty()) {
      taker = null;
    }
  }

  /**
   * Waits until a primary may take hash slots.
   *
   * @param aborted whether to wait no longer
   * @return whether it may; otherwise the wait was aborted
   * @throws MoveProblem if the patience is over; nothing has changed
   */
  boolean before(String from, String to, BooleanSupplier aborted) {
    return before(from, to, Set.of(), aborted);
  }

  private boolean before(String from, String to, Set<Integer> ownerless, BooleanSupplier aborted) {
    if (to.equals(taker)) {
      return true;
    }
    PingExchange exchange = new PingExchange(to);
    StoreTopology first = store.look();
    var unused = exchange.unanswered(first);
    Duration enough = patience.plus(PINGS_OF_A_NODE.multipliedBy(first.nodes().size()));
    Optional<String> hindrance =
        pace.lookUntil(
            seen -> seen.isEmpty() || aborted.getAsBoolean(),
            enough,
            () -> {
              StoreTopology seen = store.look();
              Optional<String> unanswered = exchange.unanswered(seen);
              return seen.unsettled(to, from, ownerless).or(() -> unanswered);
            });
    if (hindrance.isEmpty()) {
      taker = to;
      return true;
    }
    if (aborted.getAsBoolean()) {
      return false;
    }
    throw new MoveProblem(
        MoveProblem.Kind.UNREACHABLE,
        ("%s after %d s, so that hash slots that %s takes from %s could be lost to an older claim;"
                + " see whether their cluster bus ports reach each other")
            .formatted(hindrance.get(), enough.toSeconds(), to, from));
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
   * Waits until a primary has no mark of hash slots that it is to take and has not yet opened. Only
   * servers that keep marks need it.
   *
   * @throws MoveProblem if it cannot be done; nothing is open
   */
  void forgetMarks(List<Integer> hashSlots, String from, String to) {
    if (hashSlots.isEmpty() || !store.keepsMarks(to)) {
      return;
    }
    StoreTopology first = store.look();
    String third =
        first.primaries().stream()
            .map(PrimaryView::id)
            .filter(id -> !id.equals(from) && !id.equals(to))
            .findFirst()
            .orElseThrow(
                () ->
                    new MoveProblem(
                        MoveProblem.Kind.REFUSED,
                        ("%s could lose hash slots to older claims of %s, and there is no third"
                                + " primary by whose help that is avoided: update the servers, or"
                                + " let a third primary join")
                            .formatted(to, from)));
    store.setOwner(to, hashSlots, third);
    Duration enough = patience.plus(PINGS_OF_A_NODE.multipliedBy(first.nodes().size()));
    boolean forgotten = pace.lookUntil(seen -> seen, enough, () -> hasHeard(to, hashSlots, from));
    if (!forgotten) {
      throw new MoveProblem(
          MoveProblem.Kind.UNREACHABLE,
          "%s has not heard that %s owns hash slots %s after %d s; see whether their cluster bus ports reach each other"
              .formatted(to, from, hashSlots, enough.toSeconds()));
    }
  }

  private boolean hasHeard(String node, List<Integer> hashSlots, String owner) {
    BitSet owned =
        store.look().primary(node).map(view -> view.ownedBy(owner)).orElseGet(BitSet::new);
    return hashSlots.stream().allMatch(owned::get);
  }

  /**
   * Waits until every node knows the epoch of a primary that has taken hash slots.
   *
   * @throws MoveProblem if the patience is over; nobody has been told of the new owner
   */
  void after(String to) {
    pace.lookSoonUntil(Optional::isEmpty, patience, () -> store.look().unheardOf(to))
        .ifPresent(
            reason -> {
              throw new MoveProblem(
                  MoveProblem.Kind.UNREACHABLE,
                  ("%s after %d s, so that nobody is told of the new owner yet; see whether their"
                          + " cluster bus ports reach each other, then recover")
                      .formatted(reason, patience.toSeconds()));
            });
  }
}
