package io.amoeba.coordinator.changes.slots;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Who owns each hash slot now, and who is to own some: all primaries, those that leave included,
 * and for each hash slot the index of its primary. Load (any unit) and size in bytes of each hash
 * slot where they are known. Bad input is an IllegalArgumentException that names all of it.
 * Immutable, safe for concurrent use.
 */
public final class StoreLayout {

  /** In place of an owner: the hash slot has no primary. */
  public static final int NOBODY = -1;

  private static final long[] UNKNOWN = {};

  private final List<TargetPrimary> primaries;
  private final int[] owners;
  private final long[] load;
  private final long[] bytes;

  /** A layout without measured hash slots: each counts the same. */
  public StoreLayout(List<TargetPrimary> primaries, int[] owners) {
    this(List.copyOf(primaries), owners.clone(), UNKNOWN, UNKNOWN);
  }

  private StoreLayout(List<TargetPrimary> primaries, int[] owners, long[] load, long[] bytes) {
    this.primaries = primaries;
    this.owners = owners;
    this.load = load;
    this.bytes = bytes;
    List<String> problems = new ArrayList<>();
    checkPrimaries(problems);
    for (int hashSlot = 0; hashSlot < owners.length; hashSlot++) {
      if (owners[hashSlot] < NOBODY || owners[hashSlot] >= primaries.size()) {
        problems.add(
            "hash slot %d has the owner %d, expected -1 … %d"
                .formatted(hashSlot, owners[hashSlot], primaries.size() - 1));
      }
    }
    checkMeasured("load", load, problems);
    checkMeasured("size", bytes, problems);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }

  /** The same layout, to be balanced by the load of each hash slot. */
  public StoreLayout withLoad(long[] loadOfHashSlot) {
    return new StoreLayout(primaries, owners, loadOfHashSlot.clone(), bytes);
  }

  /** The same layout with the size of each hash slot, which is what a move costs. */
  public StoreLayout withBytes(long[] bytesOfHashSlot) {
    return new StoreLayout(primaries, owners, load, bytesOfHashSlot.clone());
  }

  /** All primaries; owners are indexes into this list. */
  public List<TargetPrimary> primaries() {
    return primaries;
  }

  /** Owner of every hash slot. */
  public int[] owners() {
    return owners.clone();
  }

  int hashSlots() {
    return owners.length;
  }

  int owner(int hashSlot) {
    return owners[hashSlot];
  }

  /** Whether hash slots are balanced by load, and there is some. */
  boolean loadKnown() {
    return LongStream.of(load).anyMatch(value -> value > 0);
  }

  boolean bytesKnown() {
    return bytes.length > 0;
  }

  long bytes(int hashSlot) {
    return bytesKnown() ? bytes[hashSlot] : 0;
  }

  /** What a move costs: bytes, or one per hash slot where they are not known. */
  long cost(int hashSlot) {
    return bytesKnown() ? bytes[hashSlot] : 1;
  }

  /** What is balanced, per hash slot. */
  long[] weights() {
    return loadKnown() ? load.clone() : LongStream.generate(() -> 1).limit(owners.length).toArray();
  }

  private void checkPrimaries(List<String> problems) {
    Set<String> ids = new HashSet<>();
    for (TargetPrimary primary : primaries) {
      if (!ids.add(primary.id())) {
        problems.add("primary " + primary.id() + " is named twice");
      }
      if (!(primary.share() >= 0) || Double.isInfinite(primary.share())) {
        problems.add(
            "primary %s has the share %s, expected 0 or more"
                .formatted(primary.id(), primary.share()));
      }
      if (primary.capacity() < 0) {
        problems.add(
            "primary %s has the capacity %d, expected 0 or more"
                .formatted(primary.id(), primary.capacity()));
      }
    }
  }

  private void checkMeasured(String what, long[] values, List<String> problems) {
    if (values.length > 0 && values.length != owners.length) {
      problems.add(
          "%s of %d hash slots is given, expected %d"
              .formatted(what, values.length, owners.length));
    }
    for (int hashSlot = 0; hashSlot < values.length; hashSlot++) {
      if (values[hashSlot] < 0) {
        problems.add(
            "hash slot %d has the %s %d, expected 0 or more"
                .formatted(hashSlot, what, values[hashSlot]));
      }
    }
  }
}
