package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.diagnosis.Problem;
import java.util.ArrayList;
import java.util.List;

/**
 * Plans moves of hash slots between primaries: towards their shares with the least movement, or
 * towards given owners. Where constraints contradict each other, a plan has the reasons and what is
 * possible; a request that cannot be meant, such as a fixed hash slot 20000, is an
 * IllegalArgumentException. Stateless, safe for concurrent use. Source: dissertation 5.2.2.
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
  public static MovePlan balance(MoveRequest request) {
    StoreLayout layout = request.layout();
    Limits limits = new Limits(layout, request.constraints());
    FairShares shares = new FairShares(limits, layout.primaries().size());
    List<Problem> reasons = new ArrayList<>(limits.reasons());
    if (!layout.loadKnown()) {
      int[] after = new CountBalance(layout, limits, shares).owners();
      Movement movement = Movement.towards(layout, limits, after, shares);
      return movement.plan(false, movement.cost(), shares.notes(layout), reasons);
    }
    WeightBalance balance = new WeightBalance(layout, limits, shares, request.tolerance());
    addSome(balance.above(request.tolerance()), reasons);
    return Movement.towards(layout, limits, balance.owners(), shares)
        .plan(false, balance.leastCost(), shares.notes(layout), reasons);
  }

  /**
   * Moves after which every hash slot has its given owner, an index into the layout's primaries, or
   * stays where it is ({@link StoreLayout#NOBODY}). Shares do not count, except that a primary with
   * a share of 0 may not gain any.
   */
  public static MovePlan follow(MoveRequest request, int[] owners) {
    StoreLayout layout = request.layout();
    Limits limits = new Limits(layout, request.constraints());
    List<Problem> reasons = new ArrayList<>();
    int[] after = GivenOwners.allowed(layout, limits, owners, reasons);
    Movement movement = Movement.towards(layout, limits, after);
    return movement.plan(true, movement.cost(), List.of(), reasons);
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
