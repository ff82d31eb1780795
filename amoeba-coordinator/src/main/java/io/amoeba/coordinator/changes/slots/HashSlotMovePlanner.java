package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.changes.slots.MoveOutcome.Infeasible;
import io.amoeba.coordinator.changes.slots.MoveOutcome.Planned;
import io.amoeba.coordinator.diagnosis.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Plans moves of hash slots between primaries: towards their shares with the least movement, or
 * towards given owners. Contradicting constraints are an outcome; a request that cannot be meant,
 * such as a fixed hash slot 20000, is an IllegalArgumentException. Stateless, safe for concurrent
 * use. Source: dissertation 5.2.2.
 */
public final class HashSlotMovePlanner {

  /** More reasons of the same kind are only counted. */
  private static final int SHOWN = 10;

  private HashSlotMovePlanner() {}

  /**
   * Moves after which every primary owns its share, as nearly as the constraints allow: the number
   * of hash slots rounded down or up, or, where hash slots have a load, no more load than its
   * target and the tolerance.
   */
  public static MoveOutcome balance(MoveRequest request) {
    StoreLayout layout = request.layout();
    Limits limits = new Limits(layout, request.constraints());
    FairShares shares = new FairShares(limits, layout.primaries().size());
    List<Problem> reasons = new ArrayList<>(limits.reasons());
    if (!layout.loadKnown()) {
      int[] after = new CountBalance(layout, limits, shares).owners();
      Movement movement = Movement.towards(layout, limits, after, shares);
      return outcome(request, movement, false, movement.cost(), reasons, shares.notes(layout));
    }
    WeightBalance balance = new WeightBalance(layout, limits, shares, request.tolerance());
    addSome(balance.above(request.tolerance()), reasons);
    Movement movement = Movement.towards(layout, limits, balance.owners(), shares);
    return outcome(request, movement, false, balance.leastCost(), reasons, shares.notes(layout));
  }

  /**
   * Moves after which every hash slot has its given owner, an index into the layout's primaries, or
   * stays where it is ({@link StoreLayout#NOBODY}). Shares do not count, except that a primary with
   * a share of 0 may not gain any.
   */
  public static MoveOutcome follow(MoveRequest request, int[] owners) {
    StoreLayout layout = request.layout();
    Limits limits = new Limits(layout, request.constraints());
    List<Problem> reasons = new ArrayList<>();
    int[] after = GivenOwners.allowed(layout, limits, owners, reasons);
    Movement movement = Movement.towards(layout, limits, after);
    return outcome(request, movement, true, movement.cost(), reasons, List.of());
  }

  private static MoveOutcome outcome(
      MoveRequest request,
      Movement movement,
      boolean ownersGiven,
      long leastPossible,
      List<Problem> reasons,
      List<String> notes) {
    if (reasons.isEmpty()) {
      return new Planned(movement.plan(ownersGiven, leastPossible, notes));
    }
    return new Infeasible(
        reasons,
        request.partial()
            ? Optional.of(movement.part(ownersGiven, leastPossible, notes))
            : Optional.empty());
  }

  private static void addSome(List<Problem> found, List<Problem> reasons) {
    found.stream().limit(SHOWN).forEach(reasons::add);
    if (found.size() > SHOWN) {
      reasons.add(
          Problem.warning(
              "LOAD_UNBALANCED",
              "",
              "the same is true of %d more primaries".formatted(found.size() - SHOWN),
              ""));
    }
  }
}
