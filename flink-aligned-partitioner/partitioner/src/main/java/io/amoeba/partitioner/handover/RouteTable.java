package io.amoeba.partitioner.handover;

import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.Routing;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A router's current routing: the owner of every hash slot and, for those that changed hands with
 * this epoch, the former owner. Immutable; reading is two array accesses.
 */
final class RouteTable {

  private static final int[] NOBODY_ANYWHERE = nobodyAnywhere();

  private final long epoch;
  private final int targets;
  private final @Nullable PlacementMap map;
  private final int[] owners;
  private final int[] waitFor;

  private RouteTable(
      long epoch, int targets, @Nullable PlacementMap map, int[] owners, int[] waitFor) {
    this.epoch = epoch;
    this.targets = targets;
    this.map = map;
    this.owners = owners;
    this.waitFor = waitFor;
  }

  /** Routing with nothing to wait for: at the start and after a restore. */
  static RouteTable settled(@Nullable PlacementMap map, int targets) {
    long epoch = map == null ? 0 : map.epoch();
    return new RouteTable(epoch, targets, map, Routing.owners(map, targets), NOBODY_ANYWHERE);
  }

  /** Routing by the next map, where a hash slot that moves waits for its owner in this table. */
  RouteTable next(PlacementMap nextMap) {
    int[] nextOwners = Routing.owners(nextMap, targets);
    int[] former = new int[HashSlot.COUNT];
    for (int hashSlot = 0; hashSlot < HashSlot.COUNT; hashSlot++) {
      former[hashSlot] =
          owners[hashSlot] == nextOwners[hashSlot] ? Routed.NOBODY : owners[hashSlot];
    }
    return new RouteTable(nextMap.epoch(), targets, nextMap, nextOwners, former);
  }

  /** The same routing when everybody has finished: records need not carry their hand-over. */
  RouteTable withoutWaiting() {
    return waitFor == NOBODY_ANYWHERE
        ? this
        : new RouteTable(epoch, targets, map, owners, NOBODY_ANYWHERE);
  }

  int owner(int hashSlot) {
    return owners[hashSlot];
  }

  int waitFor(int hashSlot) {
    return waitFor[hashSlot];
  }

  long epoch() {
    return epoch;
  }

  int targets() {
    return targets;
  }

  @Nullable PlacementMap map() {
    return map;
  }

  int ownersHash() {
    return Arrays.hashCode(owners);
  }

  private static int[] nobodyAnywhere() {
    int[] nobody = new int[HashSlot.COUNT];
    Arrays.fill(nobody, Routed.NOBODY);
    return nobody;
  }
}
