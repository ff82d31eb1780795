package io.amoeba.coordinator.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Hash slots that migrate together from one primary to another, durable from before the first
 * command until after the last one. Immutable.
 *
 * @param hashSlots at least one
 * @param from id of the source
 * @param to id of the destination, which held no key of the hash slots at the beginning
 * @param sourceRun the source's process at that moment (INFO's {@code run_id}), or empty if the
 *     source has lost a note of them since: whether a copy at the destination is ours is then
 *     unknown
 * @param method by which they migrate
 */
public record SlotsInTransition(
    List<Integer> hashSlots, String from, String to, String sourceRun, SlotMigrationMethod method) {

  /**
   * Checks that there is one.
   *
   * @throws IllegalArgumentException if there is none
   */
  public SlotsInTransition {
    hashSlots = List.copyOf(hashSlots);
    if (hashSlots.isEmpty()) {
      throw new IllegalArgumentException("no hash slot is in transition");
    }
  }

  /** In words: {@code hash slot 5}, or {@code hash slots 5, 6}. */
  public String names() {
    return (hashSlots.size() == 1 ? "hash slot " : "hash slots ")
        + hashSlots.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  /** In words, with both primaries. */
  public String text() {
    return "%s %s in transition from %s to %s"
        .formatted(names(), hashSlots.size() == 1 ? "is" : "may be", from, to);
  }

  /** Whether the source has become a replica of the destination since, which stands for both. */
  public boolean isWithinOne() {
    return from.equals(to);
  }

  /** The same between those that have taken the places of its primaries. */
  public SlotsInTransition succeeded(ClusterView seen) {
    return new SlotsInTransition(
        hashSlots, seen.successor(from), seen.successor(to), sourceRun, method);
  }

  /** Hash slots in transition that are not these: other tools migrate them, in words. */
  public List<String> externalMigrations(ClusterView seen) {
    List<String> external = new ArrayList<>();
    for (ServerView primary : seen.primaries()) {
      boolean ours = primary.id().equals(from) || primary.id().equals(to);
      primary.transitions().stream()
          .filter(noted -> !ours || !hashSlots.contains(noted.hashSlot()))
          .forEach(noted -> external.add(noted.text(primary)));
    }
    return external;
  }

  /** Some of them. */
  public SlotsInTransition only(List<Integer> some) {
    return new SlotsInTransition(some, from, to, sourceRun, method);
  }

  /** The same after the source has lost a note of them. */
  public SlotsInTransition withUnknownCopies() {
    return new SlotsInTransition(hashSlots, from, to, "", method);
  }

  /**
   * The destination must not have keys of what is to migrate there.
   *
   * @param keys that it holds, by hash slot
   * @throws ClusterFailure for the first hash slot of which it has some
   */
  public void requireNoKeys(List<Long> keys) {
    for (int i = 0; i < keys.size(); i++) {
      if (keys.get(i) > 0) {
        throw new ClusterFailure(
            ClusterFailure.Kind.KEY_EXISTS,
            "%s holds %d keys of hash slot %d, which it does not own: they are left from another migration"
                .formatted(to, keys.get(i), hashSlots.get(i)),
            "see what they are (CLUSTER GETKEYSINSLOT), and delete them there.");
      }
    }
  }
}
