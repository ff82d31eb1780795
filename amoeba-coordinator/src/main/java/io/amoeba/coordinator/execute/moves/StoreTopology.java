package io.amoeba.coordinator.execute.moves;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What every node says of itself and of the others at one moment. Immutable.
 *
 * @param primaries nodes that say that they are primaries
 * @param primaryOfReplica for each node that says that it is a replica: its primary
 * @param silent nodes that did not answer, with the reason
 */
public record StoreTopology(
    List<PrimaryView> primaries, Map<String, String> primaryOfReplica, List<String> silent) {

  public StoreTopology {
    primaries = List.copyOf(primaries);
    primaryOfReplica = Map.copyOf(primaryOfReplica);
    silent = List.copyOf(silent);
  }

  /** A primary that answers. */
  Optional<PrimaryView> primary(String id) {
    return primaries.stream().filter(view -> view.id().equals(id)).findFirst();
  }

  /** The primary that took the place of a node that is a replica now; otherwise the node itself. */
  String successor(String id) {
    return primaryOfReplica.getOrDefault(id, id);
  }

  /** Why a node cannot take part in a move, if it cannot. */
  Optional<String> problemOf(String id) {
    if (primary(id).isPresent()) {
      return Optional.empty();
    }
    if (primaryOfReplica.containsKey(id)) {
      return Optional.of(
          id + " is a replica of " + primaryOfReplica.get(id) + " now: plan the moves again");
    }
    return Optional.of(
        id
            + " is no primary that answers: start it again, or plan without it. Silent: "
            + (silent.isEmpty() ? "nobody" : String.join(", ", silent)));
  }

  /**
   * Whether a primary that takes a hash slot from another one has a larger epoch than that one
   * afterwards: it has already, or knows what to exceed. Two that have come to the same epoch
   * settle that when they hear of each other.
   */
  boolean outranks(String taker, String giver) {
    Optional<PrimaryView> to = primary(taker);
    Optional<PrimaryView> from = primary(giver);
    if (to.isEmpty() || from.isEmpty()) {
      return false;
    }
    long toExceed = from.get().epochOf(giver);
    long own = to.get().epochOf(taker);
    return own > toExceed || (own != toExceed && to.get().epochOf(giver) >= toExceed);
  }

  /** A primary that sees other owners than another one; empty: all see the same. */
  Optional<String> dissent() {
    for (PrimaryView view : primaries) {
      if (!view.owners().equals(primaries.get(0).owners())) {
        return Optional.of("%s sees other owners than %s".formatted(view, primaries.get(0)));
      }
    }
    return Optional.empty();
  }

  /** Which primaries see another owner of a hash slot, or have it open. */
  List<String> disagreements(int hashSlot, String owner) {
    List<String> disagreements = new ArrayList<>();
    for (PrimaryView view : primaries) {
      String seen = view.ownerOf(hashSlot).orElse("nobody");
      if (!seen.equals(owner)) {
        disagreements.add(
            "hash slot %d belongs to %s, says %s, not to %s"
                .formatted(hashSlot, seen, view, owner));
      }
      view.marksOf(hashSlot).forEach(mark -> disagreements.add(mark.of(view.toString())));
    }
    return disagreements;
  }

  /** Open hash slots that are no part of a move, in words. */
  List<String> foreign(Optional<OpenHashSlots> ours) {
    List<String> foreign = new ArrayList<>();
    for (PrimaryView view : primaries) {
      view.marks().stream()
          .filter(mark -> ours.isEmpty() || !isPartOf(ours.get(), view, mark))
          .forEach(mark -> foreign.add(mark.of(view.toString())));
    }
    return foreign;
  }

  private static boolean isPartOf(OpenHashSlots move, PrimaryView view, OpenMark mark) {
    return move.hashSlots().contains(mark.hashSlot())
        && (view.id().equals(move.from()) || view.id().equals(move.to()));
  }
}
