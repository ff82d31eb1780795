package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import java.util.List;

/**
 * How an intended move of a hash slot stands, by what its two primaries say, and what follows from
 * that. A pure function. Immutable.
 *
 * @param sourceOwns whether the source owns the hash slot, in its own view
 * @param sourceNote what the source has noted
 * @param destinationOwns whether the destination owns it, in its own view
 * @param destinationNote what the destination has noted
 * @param destinationKeys keys of the hash slot at the destination
 * @param ownerless whether no primary owns the hash slot, in its own view
 */
record SlotTransition(
    boolean sourceOwns,
    Note sourceNote,
    boolean destinationOwns,
    Note destinationNote,
    long destinationKeys,
    boolean ownerless) {

  /** A primary's note of the hash slot. */
  enum Note {
    NONE,
    /** It names the other primary of the move, in the direction of the move. */
    OURS,
    /** It names another primary or direction: another tool migrates the hash slot. */
    FOREIGN
  }

  /** What is to become of hash slots that are in transition. */
  enum Policy {
    /** They go where they were going. */
    FINISH,
    /** A hash slot stays where it was if no key of it has left, otherwise as {@link #FINISH}. */
    UNDO_IF_NO_KEY_MOVED
  }

  /** What to do. */
  enum Action {
    /** The hash slot is where it was, and not in transition. */
    FORGET,
    /** Go on from wherever it stands. */
    FINISH,
    /**
     * Go on, but the source has answered for keys that had left: clients may have written to both.
     */
    FINISH_WITH_UNKNOWN_COPIES,
    /** Close it where it was, if really no key has left. */
    UNDO,
    /** Nobody owns it: whoever holds its keys takes it. */
    GIVE_BACK,
    /** Another tool migrates it, or a third primary owns it. */
    LEAVE
  }

  /**
   * How one hash slot of a move stands.
   *
   * @param move with ids of primaries that answer
   */
  static SlotTransition of(
      SlotsInTransition move, int hashSlot, ClusterView topology, long destinationKeys) {
    ServerView from = topology.primary(move.from()).orElseThrow();
    ServerView to = topology.primary(move.to()).orElseThrow();
    return new SlotTransition(
        from.owns(hashSlot),
        note(from, hashSlot, true, to.id(), topology),
        to.owns(hashSlot),
        note(to, hashSlot, false, from.id(), topology),
        destinationKeys,
        topology.isOwnerless(hashSlot));
  }

  private static Note note(
      ServerView view, int hashSlot, boolean migrating, String other, ClusterView topology) {
    List<ServerView.Transition> noted = view.transitionsOf(hashSlot);
    if (noted.isEmpty()) {
      return Note.NONE;
    }
    return noted.stream()
            .allMatch(
                n -> n.migrating() == migrating && topology.successor(n.other()).equals(other))
        ? Note.OURS
        : Note.FOREIGN;
  }

  /*
   * The order of a move, which its steps follow however often they are repeated:
   *
   *   1. destination importing   2. source migrating   3. keys   4. destination owner
   *   5. source owner            6. the others
   *
   * Without the source's note the source answers for every key, also for those that have left: it
   * says that they do not exist, and creates them anew. A move never looks like that (1 comes before
   * 2, and no key leaves before 2), so the note was lost, by a failover or by hand. Setting it again
   * makes the keys that left visible again; those that were created anew then exist twice.
   *
   * From 4 on the source holds no key, unless the cluster was changed by hand; were it still to hold
   * some, it would delete them as soon as it hears of the new owner. So a destination that owns the
   * hash slot leaves nothing to decide: whoever may not have heard of it is told again.
   */
  Action next(Policy policy) {
    if (sourceNote == Note.FOREIGN || destinationNote == Note.FOREIGN) {
      return Action.LEAVE;
    }
    if (destinationOwns) {
      return Action.FINISH;
    }
    if (!sourceOwns) {
      return ownerless ? Action.GIVE_BACK : Action.LEAVE;
    }
    if (destinationKeys > 0) {
      return sourceNote == Note.OURS ? Action.FINISH : Action.FINISH_WITH_UNKNOWN_COPIES;
    }
    if (sourceNote == Note.NONE && destinationNote == Note.NONE) {
      return Action.FORGET;
    }
    return policy == Policy.FINISH ? Action.FINISH : Action.UNDO;
  }
}
