package io.amoeba.partitioner.handover;

import org.jspecify.annotations.Nullable;

/**
 * What travels from a router to a gate: a value with the gate it is meant for and, while its hash
 * slot is being handed over, whom to wait for; or a marker. Mutable and reused by the router: the
 * exchange serialises it at once. Public for Flink's type system only.
 */
public final class Routed<T> {

  static final int NOBODY = -1;

  /** Number of gates, learnt by the partitioner on the way out; not serialised. */
  int observedTargets;

  int target;
  @Nullable T value;

  /** Epoch of the map that routed the value, or that the marker announces. */
  long epoch;

  /** Gate that owned the hash slot before this epoch and must finish first, or NOBODY. */
  int waitFor = NOBODY;

  int hashSlot;

  /** Time stamp of a value that waits, as the record's own is lost in state. */
  long timestamp;

  @Nullable Marker marker;

  /** Bytes that a value takes in a hold buffer, as its gate measured them; not serialised. */
  int heldBytes;

  static <T> Routed<T> marker(int target, long epoch, Marker marker) {
    Routed<T> routed = new Routed<>();
    routed.target = target;
    routed.epoch = epoch;
    routed.marker = marker;
    return routed;
  }

  /** A record that only finds out how many gates there are; the gate drops it. */
  static <T> Routed<T> probe() {
    return new Routed<>();
  }

  static <T> Routed<T> value(T value) {
    Routed<T> routed = new Routed<>();
    routed.value = value;
    return routed;
  }

  boolean waits() {
    return waitFor != NOBODY;
  }

  Routed<T> copyWith(@Nullable T copiedValue) {
    Routed<T> copy = new Routed<>();
    copy.target = target;
    copy.value = copiedValue;
    copy.epoch = epoch;
    copy.waitFor = waitFor;
    copy.hashSlot = hashSlot;
    copy.timestamp = timestamp;
    copy.marker = marker;
    return copy;
  }

  /** A router's in-band message to all gates. */
  enum MarkerKind {
    /** Everything after this on the channel is routed by the epoch. */
    SWITCHED,
    /** The epoch is complete: records after this on the channel no longer say whom to wait for. */
    SETTLED,
    /** Nothing comes after this: the router's input has ended in the epoch. */
    ENDED
  }

  /** A router's announcement. */
  static final class Marker {
    final MarkerKind kind;
    final int router;
    final int routers;
    final long incarnation;

    /** Hash of the owners of every hash slot: all routers must mean the same map. */
    final int ownersHash;

    Marker(MarkerKind kind, int router, int routers, long incarnation, int ownersHash) {
      this.kind = kind;
      this.router = router;
      this.routers = routers;
      this.incarnation = incarnation;
      this.ownersHash = ownersHash;
    }
  }
}
