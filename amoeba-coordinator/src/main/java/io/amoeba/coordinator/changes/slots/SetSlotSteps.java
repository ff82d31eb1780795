package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterAdmin.KeyBatch;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The commands that migrate hash slots from one primary to another, from wherever each of them
 * stands. Confined to one thread.
 */
final class SetSlotSteps {

  private final ClusterAdmin store;
  private final SlotMigrationLimits limits;
  private final Pace pace;
  private final OwnerChange ownerChange;

  SetSlotSteps(ClusterAdmin store, SlotMigrationLimits limits, Pace pace, OwnerChange ownerChange) {
    this.store = store;
    this.limits = limits;
    this.pace = pace;
    this.ownerChange = ownerChange;
  }

  /*
   * The destination is told first, at the start and at the end: a client that follows a redirect is
   * then never sent back, and at every moment somebody owns the hash slot. The others are told when
   * every node knows the destination's new epoch, or an older claim could win there. Each command
   * may be repeated. The source is told of its new owner only when it holds no key, or it would refuse.
   */

  /**
   * Moves what is left to move, and tells every primary of the new owner. Those that cannot be told
   * will hear of it by the cluster's gossip.
   *
   * @throws ClusterFailure with hash slots still in transition
   */
  void finish(SlotsInTransition slots, ClusterView seen, MigrationStep step) {
    ServerView destination = seen.primary(slots.to()).orElseThrow();
    ServerView source = seen.primary(slots.from()).orElseThrow();
    List<Integer> coming = slots.hashSlots().stream().filter(s -> !destination.owns(s)).toList();
    List<Integer> claimed =
        slots.hashSlots().stream().filter(s -> destination.owns(s) && source.owns(s)).toList();
    if (!coming.isEmpty()) {
      bindToSource(slots, coming, destination);
      store.setImporting(slots.to(), coming, slots.from());
      store.setMigrating(slots.from(), coming, slots.to());
      moveKeys(slots, coming, step);
    }
    if (!slots.isWithinOne()) {
      // The source may hear of their new owner at any moment, and would refuse the note.
      moveKeys(slots, claimed, step);
      requireEmptySource(slots, coming);
      requireEmptySource(slots, claimed);
    }
    store.setOwner(slots.to(), slots.hashSlots(), slots.to());
    ownerChange.after(slots.to());
    tellSource(slots);
    tellOthers(slots.hashSlots(), slots.to(), seen, Set.of(slots.from(), slots.to()))
        .forEach(untold -> step.notes("SLOT_OWNER_NOT_TOLD", untold));
  }

  private List<String> tellOthers(
      List<Integer> hashSlots, String owner, ClusterView seen, Set<String> told) {
    List<String> others =
        seen.primaries().stream().map(ServerView::id).filter(id -> !told.contains(id)).toList();
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
  Optional<String> giveBack(int hashSlot, SlotsInTransition slots, ClusterView seen) {
    List<Integer> one = List.of(hashSlot);
    boolean atSource = store.countKeys(slots.from(), one).get(0) > 0;
    if (atSource && store.countKeys(slots.to(), one).get(0) > 0) {
      return Optional.empty();
    }
    String owner = atSource ? slots.from() : slots.to();
    String other = atSource ? slots.to() : slots.from();
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
  private void requireEmptySource(SlotsInTransition slots, List<Integer> hashSlots) {
    Map<Integer, Long> left = keysLeft(slots, hashSlots);
    if (!left.isEmpty()) {
      throw new ClusterFailure(
          ClusterFailure.Kind.TRANSFER,
          "%s still holds keys of hash slots that are to change their owner (%s)"
              .formatted(slots.from(), left));
    }
  }

  /*
   * A primary that has noted a hash slot as importing does not take another owner of it from gossip.
   * If the source's replica has taken over, it so ends without an owner at the destination, which
   * then takes no keys (CLUSTERDOWN), forever.
   */
  private void bindToSource(SlotsInTransition slots, List<Integer> coming, ServerView destination) {
    List<Integer> others =
        coming.stream()
            .filter(slot -> !destination.ownerOf(slot).equals(Optional.of(slots.from())))
            .toList();
    if (!others.isEmpty()) {
      store.setOwner(slots.to(), others, slots.from());
    }
  }

  /*
   * A source that has given its last hash slot away may hear of it by gossip first. Then it has
   * become the destination's replica (cluster-allow-replica-migration) and refuses to be told.
   */
  private void tellSource(SlotsInTransition slots) {
    try {
      store.setOwner(slots.from(), slots.hashSlots(), slots.to());
    } catch (ClusterFailure e) {
      if (!store.look().successor(slots.from()).equals(slots.to())) {
        throw e;
      }
    }
  }

  /*
   * Between a look at the destination's keys and the end of its note, a client that the source had
   * sent there could still write: its write would be lost. So the destination's note ends first; then
   * nobody can write there any more, and the count is final. Until the source's note ends, too,
   * clients that ask for missing keys are sent to and fro.
   */

  /**
   * Closes a hash slot where it was.
   *
   * @return false if a key was at the destination after all, or nobody could know; the hash slot is
   *     then as it was before
   */
  boolean undo(int hashSlot, SlotsInTransition slots) {
    if (!store.countsHiddenKeys(slots.to())) {
      return false;
    }
    List<Integer> one = List.of(hashSlot);
    store.setStable(slots.to(), one);
    if (store.countKeys(slots.to(), one).get(0) > 0) {
      store.setImporting(slots.to(), one, slots.from());
      return false;
    }
    store.setStable(slots.from(), one);
    return true;
  }

  /*
   * Whether the destination's copy of a key may be overwritten (MIGRATE ... REPLACE).
   *
   * MIGRATE deletes a key at the source when the destination has confirmed it. If the confirmation
   * does not come (IOERR), the key may be on both sides, and the next MIGRATE is answered BUSYKEY.
   * While the source has its note, it answers for every key that it holds and sends clients to the
   * destination only for keys that it lacks, which it then never creates. So a key that is on both
   * sides has been served by the source all the time: the destination's copy is a copy, and older.
   * It may be overwritten.
   *
   * That holds while (1) the destination had no key of the hash slot at the beginning, (2) the
   * source has never lost its note, and (3) the source has never lost its memory: a source that
   * starts again from its disk may bring back a key that had left, and a replica that takes over
   * has no note at all. Then the destination's copy may be the newer one, with writes that clients
   * were told had succeeded. (1) is checked before a migration begins; (2) and (3) hold while the source
   * is the process that it was then, since its note ends by its owner's command or not at all. In
   * every other case a person has to choose.
   */
  private boolean copiesAreOurs(SlotsInTransition slots) {
    return !slots.sourceRun().isEmpty() && store.run(slots.from()).equals(slots.sourceRun());
  }

  /** A source with its note creates no key, so that hash slots without keys stay without. */
  private void moveKeys(SlotsInTransition slots, List<Integer> hashSlots, MigrationStep step) {
    Map<Integer, Long> keys = keysLeft(slots, hashSlots);
    long sum = keys.values().stream().mapToLong(Long::longValue).sum();
    if (keys.size() > 1 && sum <= limits.keysAtOnce()) {
      keys = moveTogether(slots, keys, sum, step);
    }
    keys.keySet().forEach(hashSlot -> moveKeys(slots, hashSlot, step));
  }

  /** Keys at the source, by hash slot; without those that have none. */
  private Map<Integer, Long> keysLeft(SlotsInTransition slots, Collection<Integer> hashSlots) {
    Map<Integer, Long> left = new TreeMap<>();
    List<Integer> asked = List.copyOf(hashSlots);
    List<Long> keys = asked.isEmpty() ? List.of() : store.countKeys(slots.from(), asked);
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
  private Map<Integer, Long> moveTogether(
      SlotsInTransition slots, Map<Integer, Long> keys, long sum, MigrationStep step) {
    try {
      int unused = store.migrateKeys(batch(slots, List.copyOf(keys.keySet()), false));
    } catch (ClusterFailure e) {
      if (e.kind() != ClusterFailure.Kind.KEY_EXISTS && e.kind() != ClusterFailure.Kind.TRANSFER) {
        throw e;
      }
    }
    Map<Integer, Long> left = keysLeft(slots, keys.keySet());
    long stayed = left.values().stream().mapToLong(Long::longValue).sum();
    int gone = (int) Math.max(0, sum - stayed);
    step.movedKeys(gone);
    pace.after(gone, limits.keysPerSecond());
    return left;
  }

  private void moveKeys(SlotsInTransition slots, int hashSlot, MigrationStep step) {
    int failures = 0;
    boolean replace = false;
    while (true) {
      try {
        int keys = store.migrateKeys(batch(slots, List.of(hashSlot), replace));
        if (keys == 0) {
          return;
        }
        failures = 0;
        replace = false;
        step.movedKeys(keys);
        pace.after(keys, limits.keysPerSecond());
      } catch (ClusterFailure e) {
        if (e.kind() == ClusterFailure.Kind.KEY_EXISTS && !replace) {
          if (!copiesAreOurs(slots)) {
            throw new ClusterFailure(
                e.kind(), onBoth(slots, hashSlot) + " (" + e.getMessage() + ")");
          }
          replace = true;
        } else if (e.kind() == ClusterFailure.Kind.TRANSFER && ++failures < limits.attempts()) {
          pace.retry();
        } else {
          throw e;
        }
      }
    }
  }

  private KeyBatch batch(SlotsInTransition slots, List<Integer> hashSlots, boolean replace) {
    return new KeyBatch(
        hashSlots,
        slots.from(),
        slots.to(),
        limits.keysPerMigrate(),
        limits.migrateTimeout(),
        replace);
  }

  private static String onBoth(SlotsInTransition slots, int hashSlot) {
    return ("hash slot %d: at least one key is on both primaries, %s and %s, and the first one has"
            + " restarted or lost its note of the migration since, so either copy may be the newer one."
            + " List the first one's keys (CLUSTER GETKEYSINSLOT), compare them (DUMP; on the"
            + " second one after ASKING), and delete the wrong copies")
        .formatted(hashSlot, slots.from(), slots.to());
  }
}
