package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.plan.Capacity;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Owners of hash slots that keep every capacity, as near as that allows to those that are wanted. A
 * hash slot that finds no room stays where it is; one whose primary is to own nothing, that is
 * whose share is 0, goes to another one that has a share and room, if there is one. Confined to one
 * thread.
 */
public final class FittedOwners {

  /*
   * Whoever would own too much gives back what it would gain, one hash slot at a time, to whoever is
   * left with fewest, so that those who give stay even. What is given back may be too much for its
   * owner if that one gains others, so it goes on until everybody fits. It ends: a hash slot that is
   * back stays there, and one that goes to somebody else goes only to where there is room, so that
   * between two that go back the excess of all falls.
   */

  private final StoreLayout layout;
  private final List<Capacity> capacities;
  private final int[] owners;
  private final int[] counts; // hash slots of each primary
  private final long[] used; // of each capacity
  private final List<List<Integer>> capacitiesOf = new ArrayList<>(); // each primary

  /** For each capacity what it gains, by the primary that has it now. */
  private final List<Map<Integer, Deque<Integer>>> gains = new ArrayList<>();

  private final boolean[] reached;

  private FittedOwners(StoreLayout layout, List<Capacity> capacities, int[] wanted) {
    this.layout = layout;
    this.capacities = List.copyOf(capacities);
    this.owners = layout.owners();
    this.counts = new int[layout.primaries().size()];
    this.used = new long[capacities.size()];
    this.reached = new boolean[capacities.size()];
    for (int primary = 0; primary < counts.length; primary++) {
      capacitiesOf.add(new ArrayList<>());
    }
    for (int c = 0; c < capacities.size(); c++) {
      for (int primary : capacities.get(c).primaries()) {
        capacitiesOf.get(primary).add(c);
      }
      gains.add(new TreeMap<>());
    }
    for (int hashSlot = 0; hashSlot < owners.length; hashSlot++) {
      if (owners[hashSlot] != StoreLayout.NOBODY) {
        count(hashSlot, owners[hashSlot], 1);
        give(
            hashSlot, wanted[hashSlot] == StoreLayout.NOBODY ? owners[hashSlot] : wanted[hashSlot]);
      }
    }
    fit();
  }

  /**
   * Fits owners.
   *
   * @param wanted owner of each hash slot, {@link StoreLayout#NOBODY}: it stays
   */
  public static FittedOwners of(StoreLayout layout, List<Capacity> capacities, int[] wanted) {
    return new FittedOwners(layout, capacities, wanted);
  }

  /** Owner of each hash slot. */
  public int[] owners() {
    return owners.clone();
  }

  /**
   * The capacities that leave no room for something, or are just used up by what their primaries
   * gain.
   */
  public List<Problem> reached() {
    return IntStream.range(0, reached.length)
        .filter(c -> reached[c])
        .mapToObj(c -> capacities.get(c).reached())
        .toList();
  }

  private void fit() {
    boolean changed;
    do {
      changed = false;
      for (int c = 0; c < used.length; c++) {
        boolean gained = last(c).isPresent();
        reached[c] |= gained && used[c] >= capacities.get(c).most();
        while (used[c] > capacities.get(c).most() && last(c).isPresent()) {
          int hashSlot = last(c).get();
          int owner = layout.owner(hashSlot);
          boolean leaves = layout.primaries().get(owner).share() == 0;
          give(hashSlot, leaves ? taker(hashSlot).orElse(owner) : owner);
          changed = true;
        }
      }
    } while (changed);
  }

  /** What is given back next of what a capacity's primaries gain. */
  private Optional<Integer> last(int c) {
    Map<Integer, Deque<Integer>> byOwner = gains.get(c);
    byOwner
        .values()
        .forEach(
            gained -> {
              while (!gained.isEmpty() && !capacities.get(c).isOf(owners[gained.getLast()])) {
                gained.removeLast(); // it is elsewhere by now
              }
            });
    return byOwner.entrySet().stream()
        .filter(entry -> !entry.getValue().isEmpty())
        .min(Comparator.comparingInt(entry -> counts[entry.getKey()]))
        .map(entry -> entry.getValue().getLast());
  }

  /** The one with fewest hash slots for its share of those that have room. */
  private Optional<Integer> taker(int hashSlot) {
    return IntStream.range(0, counts.length)
        .filter(primary -> layout.primaries().get(primary).share() > 0)
        .filter(primary -> fits(hashSlot, primary))
        .boxed()
        .min(Comparator.comparingDouble(p -> counts[p] / layout.primaries().get(p).share()));
  }

  private boolean fits(int hashSlot, int primary) {
    boolean fits = true;
    for (int c : capacitiesOf.get(primary)) {
      boolean counted = capacities.get(c).isOf(owners[hashSlot]);
      long more = counted ? 0 : capacities.get(c).weight(hashSlot);
      boolean full = used[c] + more > capacities.get(c).most();
      reached[c] |= full;
      fits &= !full;
    }
    return fits;
  }

  private void give(int hashSlot, int primary) {
    if (primary == owners[hashSlot]) {
      return;
    }
    count(hashSlot, owners[hashSlot], -1);
    owners[hashSlot] = primary;
    count(hashSlot, primary, 1);
    int owner = layout.owner(hashSlot);
    for (int c : capacitiesOf.get(primary)) {
      if (!capacities.get(c).isOf(owner) && capacities.get(c).weight(hashSlot) > 0) {
        gains.get(c).computeIfAbsent(owner, o -> new ArrayDeque<>()).addLast(hashSlot);
      }
    }
  }

  private void count(int hashSlot, int primary, int sign) {
    counts[primary] += sign;
    for (int c : capacitiesOf.get(primary)) {
      used[c] += sign * capacities.get(c).weight(hashSlot);
    }
  }
}
