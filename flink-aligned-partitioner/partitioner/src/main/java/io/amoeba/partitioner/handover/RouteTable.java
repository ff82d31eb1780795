package io.amoeba.partitioner.handover;

import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.Routing;
import io.amoeba.partitioner.placement.protocol.Completed;
import io.amoeba.partitioner.placement.protocol.EdgePlacement;
import io.amoeba.partitioner.subscription.RouterIdentity;
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

  /**
   * The routing after the coordinator's word: this one until its epoch is complete, then the
   * committed map, or this one with nothing to wait for.
   */
  RouteTable after(EdgePlacement placement, RouterIdentity router) {
    Completed completed = placement.completed();
    if (completed == null
        || !completed.covers(epoch, router.subtask(), router.parallelism(), router.incarnation())) {
      return this; // somewhere a record of an earlier epoch may still be waiting
    }
    PlacementMap newest = placement.map();
    return newest != null
            && placement.committed()
            && newest.epoch() > epoch
            && newest.parallelism() == targets
        ? next(newest)
        : withoutWaiting();
  }

  /** Routing by the next map, where a hash slot that moves waits for its owner in this table. */
  private RouteTable next(PlacementMap nextMap) {
    int[] nextOwners = Routing.owners(nextMap, targets);
    int[] former = new int[HashSlot.COUNT];
    for (int hashSlot = 0; hashSlot < HashSlot.COUNT; hashSlot++) {
      former[hashSlot] =
          owners[hashSlot] == nextOwners[hashSlot] ? Routed.NOBODY : owners[hashSlot];
    }
    return new RouteTable(nextMap.epoch(), targets, nextMap, nextOwners, former);
  }

  /** The same routing when everybody has finished: records need not carry their hand-over. */
  private RouteTable withoutWaiting() {
    return waitFor == NOBODY_ANYWHERE
        ? this
        : new RouteTable(epoch, targets, map, owners, NOBODY_ANYWHERE);
  }

  /** Writes the target and, if the hash slot is being handed over, whom to wait for. */
  void stamp(Routed<?> routed, int hashSlot) {
    routed.target = owners[hashSlot];
    routed.waitFor = waitFor[hashSlot];
    if (routed.waits()) {
      routed.epoch = epoch;
      routed.hashSlot = hashSlot;
    }
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
