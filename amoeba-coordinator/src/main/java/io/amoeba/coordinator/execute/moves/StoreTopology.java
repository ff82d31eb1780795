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
   * Why a primary could not keep a hash slot that it takes from another one now, even if all have
   * heard of all epochs. Two that have come to the same one settle that when they hear of each
   * other.
   */
  Optional<String> unsettled(String taker, String giver) {
    return problemOf(taker)
        .or(() -> problemOf(giver))
        .or(() -> ownEpoch(taker) == ownEpoch(giver) ? sameEpoch(taker, giver) : Optional.empty());
  }

  private long ownEpoch(String id) {
    return primary(id).map(view -> view.epochOf(id)).orElse(-1L);
  }

  private static Optional<String> sameEpoch(String one, String other) {
    return Optional.of("%s and %s have the same epoch".formatted(one, other));
  }

  /**
   * A primary that has not heard of another one's epoch; empty: all have heard of all. Compares all
   * with all: once for each look, not for each move.
   */
  Optional<String> unheard() {
    for (PrimaryView of : primaries) {
      long epoch = of.epochOf(of.id());
      for (PrimaryView view : primaries) {
        if (view.epochOf(of.id()) < epoch) {
          return Optional.of("%s has not heard of the epoch of %s".formatted(view, of));
        }
      }
    }
    return Optional.empty();
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
