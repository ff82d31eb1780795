package io.amoeba.partitioner.handover;

/** What travels on a channel from a router to a gate. Immutable. */
public sealed interface EdgeMessage {

  /**
   * A record: the number-th of its router, routed in an epoch, which names the gate to wait for or
   * -1.
   */
  record Carried(int router, int number, long epoch, int target, int waitFor)
      implements EdgeMessage {

    Routed<Carried> routed() {
      Routed<Carried> routed = Routed.value(this);
      routed.target = target;
      routed.waitFor = waitFor;
      routed.epoch = epoch;
      return routed;
    }

    @Override
    public String toString() {
      return "record %d of router %d (epoch %d%s)"
          .formatted(number, router, epoch, waitFor < 0 ? "" : ", after gate " + waitFor);
    }
  }

  /** A marker. */
  record Announcement(
      Routed.MarkerKind kind, long epoch, int router, int routers, long incarnation, int ownersHash)
      implements EdgeMessage {

    Routed.Marker marker() {
      return new Routed.Marker(kind, router, routers, incarnation, ownersHash);
    }

    @Override
    public String toString() {
      return "%s %d of router %d".formatted(kind, epoch, router);
    }
  }

  /** A checkpoint's barrier. */
  record Barrier(int checkpoint) implements EdgeMessage {}
}
