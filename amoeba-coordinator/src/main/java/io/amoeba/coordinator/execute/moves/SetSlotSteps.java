package io.amoeba.coordinator.execute.moves;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/**
 * The commands that move hash slots from one primary to another, from wherever each of them stands.
 * Confined to one thread.
 */
final class SetSlotSteps {

  private final MovingStore store;
  private final MoveLimits limits;
  private final Pace pace;
  private final OwnerChange ownerChange;
  private final IntConsumer keysMoved;

  SetSlotSteps(
      MovingStore store,
      MoveLimits limits,
      Pace pace,
      OwnerChange ownerChange,
      IntConsumer keysMoved) {
    this.store = store;
    this.limits = limits;
    this.pace = pace;
    this.ownerChange = ownerChange;
    this.keysMoved = keysMoved;
  }

  /*
   * The destination is told first, at the start and at the end: a client that follows a redirect is
   * then never sent back, and at every moment somebody owns the hash slot. The others are told when
   * every node knows the destination's new epoch, or an older claim could win there. Each command
   * may be repeated. The source is told of its new owner only when it holds no key, or it would refuse.
   */

  /**
   * Moves what is left to move, and tells every primary of the new owner.
   *
   * @return primaries that could not be told; they will hear of it by the cluster's gossip
   * @throws MoveProblem with hash slots still open
   */
  List<String> finish(OpenHashSlots move, StoreTopology seen) {
    PrimaryView destination = seen.primary(move.to()).orElseThrow();
    PrimaryView source = seen.primary(move.from()).orElseThrow();
    List<Integer> coming = move.hashSlots().stream().filter(s -> !destination.owns(s)).toList();
    List<Integer> claimed =
        move.hashSlots().stream().filter(s -> destination.owns(s) && source.owns(s)).toList();
    if (!coming.isEmpty()) {
      bindToSource(move, coming, destination);
      store.setImporting(move.to(), coming, move.from());
      store.setMigrating(move.from(), coming, move.to());
      moveKeys(move, coming);
    }
    if (!move.isWithinOne()) {
      // The source may hear of their new owner at any moment, and would refuse the mark.
      moveKeys(move, claimed);
      requireEmptySource(move, coming);
      requireEmptySource(move, claimed);
    }
    store.setOwner(move.to(), move.hashSlots(), move.to());
    ownerChange.after(move.to());
    tellSource(move);
    return tellOthers(move.hashSlots(), move.to(), seen, Set.of(move.from(), move.to()));
  }

  private List<String> tellOthers(
      List<Integer> hashSlots, String owner, StoreTopology seen, Set<String> told) {
    List<String> others =
        seen.primaries().stream().map(PrimaryView::id).filter(id -> !told.contains(id)).toList();
    return store.setOwners(others, hashSlots, owner);
  }

  /*
   * Nobody serves the hash slot, so that nobody's claim can contradict. Whoever loses a hash slot by
   * a message deletes its keys; the source may still have some if it was told by hand.
   */

  /**
   * Gives a hash slot that no primary owns to the one that holds its keys, or to the destination.
   *
   * @return who owns it now; empty: both hold keys, and nothing was done
   */
  Optional<String> giveBack(int hashSlot, OpenHashSlots move, StoreTopology seen) {
    List<Integer> one = List.of(hashSlot);
    boolean atSource = store.countKeys(move.from(), one).get(0) > 0;
    if (atSource && store.countKeys(move.to(), one).get(0) > 0) {
      return Optional.empty();
    }
    String owner = atSource ? move.from() : move.to();
    String other = atSource ? move.to() : move.from();
    ownerChange.beforeGivingBack(Set.of(hashSlot), other, owner);
    store.setStable(owner, one);
    store.setImporting(owner, one, other);
    store.setOwner(owner, one, owner);
    ownerChange.after(owner);
    var unused = tellOthers(one, owner, seen, Set.of(owner));
    return Optional.of(owner);
  }

  /*
   * A source that hears of the new owner deletes what it still holds. Its count is of everything, so
   * this also keeps keys that MIGRATE was never told of.
   */
  private void requireEmptySource(OpenHashSlots move, List<Integer> hashSlots) {
    Map<Integer, Long> left = keysLeft(move, hashSlots);
    if (!left.isEmpty()) {
      throw new MoveProblem(
          MoveProblem.Kind.TRANSFER,
          "%s still holds keys of hash slots that are to change their owner (%s): recover again"
              .formatted(move.from(), left));
    }
  }

  /*
   * A primary that has noted a hash slot as importing does not take another owner of it from gossip.
   * If the source's replica has taken over, it so ends without an owner at the destination, which
   * then takes no keys (CLUSTERDOWN), forever.
   */
  private void bindToSource(OpenHashSlots move, List<Integer> coming, PrimaryView destination) {
    List<Integer> others =
        coming.stream()
            .filter(slot -> !destination.ownerOf(slot).equals(Optional.of(move.from())))
            .toList();
    if (!others.isEmpty()) {
      store.setOwner(move.to(), others, move.from());
    }
  }

  /*
   * A source that has given its last hash slot away may hear of it by gossip first. Then it has
   * become the destination's replica (cluster-allow-replica-migration) and refuses to be told.
   */
  private void tellSource(OpenHashSlots move) {
    try {
      store.setOwner(move.from(), move.hashSlots(), move.to());
    } catch (MoveProblem e) {
      if (!store.look().successor(move.from()).equals(move.to())) {
        throw e;
      }
    }
  }

  /*
   * Between a look at the destination's keys and the end of its mark, a client that the source had
   * sent there could still write: its write would be lost. So the destination's mark ends first; then
   * nobody can write there any more, and the count is final. Until the source's mark ends, too,
   * clients that ask for missing keys are sent to and fro.
   */

  /**
   * Closes a hash slot where it was.
   *
   * @return false if a key was at the destination after all, or nobody could know; the hash slot is
   *     then as it was before
   */
  boolean undo(int hashSlot, OpenHashSlots move) {
    if (!store.countsHiddenKeys(move.to())) {
      return false;
    }
    List<Integer> one = List.of(hashSlot);
    store.setStable(move.to(), one);
    if (store.countKeys(move.to(), one).get(0) > 0) {
      store.setImporting(move.to(), one, move.from());
      return false;
    }
    store.setStable(move.from(), one);
    return true;
  }

  /*
   * Whether the destination's copy of a key may be overwritten (MIGRATE ... REPLACE).
   *
   * MIGRATE deletes a key at the source when the destination has confirmed it. If the confirmation
   * does not come (IOERR), the key may be on both sides, and the next MIGRATE is answered BUSYKEY.
   * While the source has its mark, it answers for every key that it holds and sends clients to the
   * destination only for keys that it lacks, which it then never creates. So a key that is on both
   * sides has been served by the source all the time: the destination's copy is a copy, and older.
   * It may be overwritten.
   *
   * That holds while (1) the destination had no key of the hash slot at the beginning, (2) the
   * source has never lost its mark, and (3) the source has never lost its memory: a source that
   * starts again from its disk may bring back a key that had left, and a replica that takes over
   * has no mark at all. Then the destination's copy may be the newer one, with writes that clients
   * were told had succeeded. (1) is checked before a move begins; (2) and (3) hold while the source
   * is the process that it was then, since its mark ends by its owner's command or not at all. In
   * every other case a person has to choose.
   */
  private boolean copiesAreOurs(OpenHashSlots move) {
    return !move.sourceRun().isEmpty() && store.run(move.from()).equals(move.sourceRun());
  }

  /** A source with its mark creates no key, so that hash slots without keys stay without. */
  private void moveKeys(OpenHashSlots move, List<Integer> hashSlots) {
    Map<Integer, Long> keys = keysLeft(move, hashSlots);
    long sum = keys.values().stream().mapToLong(Long::longValue).sum();
    if (keys.size() > 1 && sum <= limits.keysAtOnce()) {
      keys = moveTogether(move, keys, sum);
    }
    keys.keySet().forEach(hashSlot -> moveKeys(move, hashSlot));
  }

  /** Keys at the source, by hash slot; without those that have none. */
  private Map<Integer, Long> keysLeft(OpenHashSlots move, Collection<Integer> hashSlots) {
    Map<Integer, Long> left = new TreeMap<>();
    List<Integer> asked = List.copyOf(hashSlots);
    List<Long> keys = asked.isEmpty() ? List.of() : store.countKeys(move.from(), asked);
    for (int i = 0; i < keys.size(); i++) {
      if (keys.get(i) > 0) {
        left.put(asked.get(i), keys.get(i));
      }
    }
    return left;
  }

  /*
   * The few keys of many hash slots in one exchange, since the way to the servers takes longer than
   * they do. What does not go is tried by itself afterwards, and says then why.
   */
  private Map<Integer, Long> moveTogether(OpenHashSlots move, Map<Integer, Long> keys, long sum) {
    try {
      int unused = store.migrateKeys(batch(move, List.copyOf(keys.keySet()), false));
    } catch (MoveProblem e) {
      if (e.kind() != MoveProblem.Kind.KEY_EXISTS && e.kind() != MoveProblem.Kind.TRANSFER) {
        throw e;
      }
    }
    Map<Integer, Long> left = keysLeft(move, keys.keySet());
    long stayed = left.values().stream().mapToLong(Long::longValue).sum();
    int gone = (int) Math.max(0, sum - stayed);
    keysMoved.accept(gone);
    pace.after(gone, limits.keysPerSecond());
    return left;
  }

  private void moveKeys(OpenHashSlots move, int hashSlot) {
    int failures = 0;
    boolean replace = false;
    while (true) {
      try {
        int keys = store.migrateKeys(batch(move, List.of(hashSlot), replace));
        if (keys == 0) {
          return;
        }
        failures = 0;
        replace = false;
        keysMoved.accept(keys);
        pace.after(keys, limits.keysPerSecond());
      } catch (MoveProblem e) {
        if (e.kind() == MoveProblem.Kind.KEY_EXISTS && !replace) {
          if (!copiesAreOurs(move)) {
            throw new MoveProblem(e.kind(), onBoth(move, hashSlot) + " (" + e.getMessage() + ")");
          }
          replace = true;
        } else if (e.kind() == MoveProblem.Kind.TRANSFER && ++failures < limits.attempts()) {
          pace.retry();
        } else {
          throw e;
        }
      }
    }
  }

  private KeyBatch batch(OpenHashSlots move, List<Integer> hashSlots, boolean replace) {
    return new KeyBatch(
        hashSlots,
        move.from(),
        move.to(),
        limits.keysPerMigrate(),
        limits.migrateTimeout(),
        replace);
  }

  private static String onBoth(OpenHashSlots move, int hashSlot) {
    return ("hash slot %d: at least one key is on both primaries, %s and %s, and the first one has"
            + " restarted or lost its mark of the move since, so either copy may be the newer one."
            + " List the first one's keys (CLUSTER GETKEYSINSLOT), compare them (DUMP; on the"
            + " second one after ASKING), delete the wrong copies, and recover again")
        .formatted(hashSlot, move.from(), move.to());
  }
}
