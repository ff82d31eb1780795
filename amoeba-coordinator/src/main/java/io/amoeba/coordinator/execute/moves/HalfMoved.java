package io.amoeba.coordinator.execute.moves;

import java.util.List;

/**
 * How an intended move of a hash slot stands, by what its two primaries say, and what follows from
 * that. A pure function. Immutable.
 *
 * @param sourceOwns whether the source owns the hash slot, in its own view
 * @param sourceMark what the source has noted
 * @param destinationOwns whether the destination owns it, in its own view
 * @param destinationMark what the destination has noted
 * @param destinationKeys keys of the hash slot at the destination
 * @param ownerless whether no primary owns the hash slot, in its own view
 */
record HalfMoved(
    boolean sourceOwns,
    Mark sourceMark,
    boolean destinationOwns,
    Mark destinationMark,
    long destinationKeys,
    boolean ownerless) {

  /** A primary's note of the hash slot. */
  enum Mark {
    NONE,
    /** It names the other primary of the move, in the direction of the move. */
    OURS,
    /** It names another primary or direction: somebody else has opened the hash slot. */
    FOREIGN
  }

  /** What to do. */
  enum Step {
    /** The hash slot is closed where it was. */
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
    /** Somebody else has opened it, or a third primary owns it. */
    LEAVE
  }

  /**
   * How one hash slot of a move stands.
   *
   * @param move with ids of primaries that answer
   */
  static HalfMoved of(
      OpenHashSlots move, int hashSlot, StoreTopology topology, long destinationKeys) {
    PrimaryView from = topology.primary(move.from()).orElseThrow();
    PrimaryView to = topology.primary(move.to()).orElseThrow();
    return new HalfMoved(
        from.owns(hashSlot),
        mark(from, hashSlot, true, to.id(), topology),
        to.owns(hashSlot),
        mark(to, hashSlot, false, from.id(), topology),
        destinationKeys,
        topology.isOwnerless(hashSlot));
  }

  private static Mark mark(
      PrimaryView view, int hashSlot, boolean leaves, String other, StoreTopology topology) {
    List<OpenMark> marks = view.marksOf(hashSlot);
    if (marks.isEmpty()) {
      return Mark.NONE;
    }
    return marks.stream()
            .allMatch(m -> m.leaves() == leaves && topology.successor(m.other()).equals(other))
        ? Mark.OURS
        : Mark.FOREIGN;
  }

  /*
   * The order of a move, which its steps follow however often they are repeated:
   *
   *   1. destination importing   2. source migrating   3. keys   4. destination owner
   *   5. source owner            6. the others
   *
   * Without the source's mark the source answers for every key, also for those that have left: it
   * says that they do not exist, and creates them anew. A move never looks like that (1 comes before
   * 2, and no key leaves before 2), so the mark was lost, by a failover or by hand. Setting it again
   * makes the keys that left visible again; those that were created anew then exist twice.
   *
   * From 4 on the source holds no key, unless the cluster was changed by hand; were it still to hold
   * some, it would delete them as soon as it hears of the new owner. So a destination that owns the
   * hash slot leaves nothing to decide: whoever may not have heard of it is told again.
   */
  Step next(RecoveryPolicy policy) {
    if (sourceMark == Mark.FOREIGN || destinationMark == Mark.FOREIGN) {
      return Step.LEAVE;
    }
    if (destinationOwns) {
      return Step.FINISH;
    }
    if (!sourceOwns) {
      return ownerless ? Step.GIVE_BACK : Step.LEAVE;
    }
    if (destinationKeys > 0) {
      return sourceMark == Mark.OURS ? Step.FINISH : Step.FINISH_WITH_UNKNOWN_COPIES;
    }
    if (sourceMark == Mark.NONE && destinationMark == Mark.NONE) {
      return Step.FORGET;
    }
    return policy == RecoveryPolicy.FINISH ? Step.FINISH : Step.UNDO;
  }
}
