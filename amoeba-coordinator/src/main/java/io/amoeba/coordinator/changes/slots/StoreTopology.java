package io.amoeba.coordinator.changes.slots;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What every node says of itself and of the others at one moment. Immutable.
 *
 * @param primaries nodes that say that they are primaries
 * @param replicas nodes that say that they are replicas
 * @param primaryOfReplica for each of them: its primary
 * @param silent nodes that did not answer, with the reason
 */
public record StoreTopology(
    List<PrimaryView> primaries,
    List<PrimaryView> replicas,
    Map<String, String> primaryOfReplica,
    List<String> silent) {

  public StoreTopology {
    primaries = List.copyOf(primaries);
    replicas = List.copyOf(replicas);
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
            + " is no primary that answers: start it again, or plan without it. Without an answer: "
            + (silent.isEmpty() ? "nobody" : String.join(", ", silent)));
  }

  /** All nodes that answer. Replicas, too, tell a primary that they believe to be outdone. */
  List<PrimaryView> nodes() {
    return Stream.concat(primaries.stream(), replicas.stream()).toList();
  }

  /**
   * Why a primary could not keep a hash slot that it takes from another one now, or why its new
   * epoch could cost a third one a hash slot. Two that have come to the same epoch settle that when
   * they hear of each other.
   *
   * @param ownerless hash slots that nobody owns
   */
  Optional<String> unsettled(String taker, String giver, Set<Integer> ownerless) {
    return problemOf(taker)
        .or(() -> problemOf(giver))
        .or(this::unheard)
        .or(this::sameEpoch)
        .or(() -> overrated(taker, ownerless));
  }

  private Optional<String> sameEpoch() {
    Map<Long, PrimaryView> byEpoch = new HashMap<>();
    for (PrimaryView view : primaries) {
      PrimaryView other = byEpoch.put(view.epochOf(view.id()), view);
      if (other != null) {
        return Optional.of("%s and %s have the same epoch".formatted(other, view));
      }
    }
    return Optional.empty();
  }

  /** A node that has not heard of a primary's epoch; empty: all have heard of all. */
  private Optional<String> unheard() {
    return primaries.stream().flatMap(of -> unheardOf(of.id()).stream()).findFirst();
  }

  /** A node that has not heard of the epoch of this primary, which answers; empty: all have. */
  Optional<String> unheardOf(String id) {
    Optional<String> problem = problemOf(id);
    if (problem.isPresent()) {
      return problem;
    }
    PrimaryView of = primary(id).orElseThrow();
    return nodes().stream()
        .filter(view -> view.epochOf(id) < of.epochOf(id))
        .findFirst()
        .map(view -> "%s does not know the epoch of %s".formatted(view, of));
  }

  /** A node that believes that a primary owns what it does not own; empty: there is none. */
  private Optional<String> overrated(String id, Set<Integer> ownerless) {
    PrimaryView of = primary(id).orElseThrow();
    BitSet own = of.ownedBy(id);
    ownerless.forEach(own::set);
    for (PrimaryView view : nodes()) {
      BitSet more = view.ownedBy(id);
      more.andNot(own);
      if (!more.isEmpty()) {
        return Optional.of(
            "%s believes that %s owns hash slot %d".formatted(view, of, more.nextSetBit(0)));
      }
    }
    return Optional.empty();
  }

  /** Whether no primary says that it owns a hash slot itself; a silent one may. */
  boolean isOwnerless(int hashSlot) {
    return silent.isEmpty() && primaries.stream().noneMatch(view -> view.owns(hashSlot));
  }

  /** Which primaries see another owner of a hash slot, or have it in transition. */
  List<String> disagreements(int hashSlot, String owner) {
    List<String> disagreements = new ArrayList<>();
    for (PrimaryView view : primaries) {
      String seen = view.ownerOf(hashSlot).orElse("nobody");
      if (!seen.equals(owner)) {
        disagreements.add(
            "hash slot %d belongs to %s, says %s, not to %s"
                .formatted(hashSlot, seen, view, owner));
      }
      view.transitionsOf(hashSlot).forEach(noted -> disagreements.add(noted.of(view.toString())));
    }
    return disagreements;
  }

  /** Hash slots in transition that are not ours: other tools migrate them, in words. */
  List<String> externalMigrations(Optional<SlotsInTransition> ours) {
    List<String> external = new ArrayList<>();
    for (PrimaryView view : primaries) {
      view.transitions().stream()
          .filter(noted -> ours.isEmpty() || !isPartOf(ours.get(), view, noted))
          .forEach(noted -> external.add(noted.of(view.toString())));
    }
    return external;
  }

  private static boolean isPartOf(
      SlotsInTransition slots, PrimaryView view, PrimaryView.Transition noted) {
    return slots.hashSlots().contains(noted.hashSlot())
        && (view.id().equals(slots.from()) || view.id().equals(slots.to()));
  }
}
