package io.amoeba.partitioner.handover;

import io.amoeba.partitioner.handover.EdgeMessage.Announcement;
import io.amoeba.partitioner.handover.EdgeMessage.Carried;
import io.amoeba.partitioner.handover.Routed.MarkerKind;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.protocol.Completed;
import io.amoeba.partitioner.placement.protocol.EdgePlacement;
import io.amoeba.partitioner.placement.protocol.Phase;
import io.amoeba.partitioner.subscription.RouterIdentity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The product's routing of one hash slot as a value: two are equal if they route it alike. Drives
 * {@link RouteTable} as the router's operator does. Immutable.
 */
public final class CheckedRouter {

  private final RouteTable table;
  private final int hashSlot;
  private final List<Object> meaning;

  private CheckedRouter(RouteTable table, int hashSlot) {
    this.table = table;
    this.hashSlot = hashSlot;
    Routed<Object> probe = Routed.value(this);
    table.stamp(probe, hashSlot);
    this.meaning = List.of(table.epoch(), table.ownersHash(), probe.target, probe.waitFor);
  }

  /** Before the first map, in front of so many gates. */
  public static CheckedRouter first(int gates, int hashSlot) {
    return new CheckedRouter(RouteTable.settled(null, gates), hashSlot);
  }

  /** After a restore of what a router of this routing has written. */
  public CheckedRouter restored() {
    return new CheckedRouter(RouteTable.settled(table.map(), table.targets()), hashSlot);
  }

  /** The routing after the coordinator's word: this one if it remains. */
  public CheckedRouter after(EdgePlacement placement, RouterIdentity router, SwitchedOff off) {
    RouteTable now = table.after(weakened(placement, router, off), router);
    return now == table ? this : new CheckedRouter(now, hashSlot);
  }

  private EdgePlacement weakened(EdgePlacement told, RouterIdentity router, SwitchedOff off) {
    Completed completed = told.completed();
    boolean alwaysComplete = off == SwitchedOff.COMPLETION_AWAITED;
    boolean anyCohort =
        off == SwitchedOff.OWN_INCARNATION_IN_COHORT
            && completed != null
            && completed.epoch() == table.epoch();
    if (alwaysComplete || anyCohort) {
      List<Long> cohort = new ArrayList<>();
      for (int i = 0; i < router.parallelism(); i++) {
        cohort.add(router.incarnation());
      }
      completed = new Completed(table.epoch(), cohort);
    }
    Phase phase = off == SwitchedOff.COMMIT_AWAITED ? Phase.COMMIT : told.phase();
    return new EdgePlacement(
        told.edge(), told.parallelism(), told.map(), phase, completed, told.finished());
  }

  /** What the gates are told first by a router that has come from another routing, or opened. */
  public @Nullable EdgeMessage announcement(
      @Nullable CheckedRouter before, RouterIdentity router, SwitchedOff off) {
    boolean switched = before == null || before.epoch() < epoch();
    if (!switched && off == SwitchedOff.SETTLED_SAID) {
      return null;
    }
    return marker(switched ? MarkerKind.SWITCHED : MarkerKind.SETTLED, router);
  }

  /** What the gates are told last. */
  public EdgeMessage end(RouterIdentity router) {
    return marker(MarkerKind.ENDED, router);
  }

  private Announcement marker(MarkerKind kind, RouterIdentity router) {
    return new Announcement(
        kind,
        epoch(),
        router.subtask(),
        router.parallelism(),
        router.incarnation(),
        table.ownersHash());
  }

  /** The next record of a router. */
  public Carried record(int router, int number, SwitchedOff off) {
    Routed<Object> routed = Routed.value(this);
    table.stamp(routed, hashSlot);
    boolean names = off != SwitchedOff.FORMER_OWNER_NAMED;
    return new Carried(
        router, number, epoch(), routed.target, names ? routed.waitFor : Routed.NOBODY);
  }

  /** The epoch that it routes by. */
  public long epoch() {
    return table.epoch();
  }

  /** A hash slot that this number of gates gives to gate 0 before the first map. */
  public static int hashSlotOfFirstGate(int gates) {
    RouteTable table = RouteTable.settled(null, gates);
    Routed<Object> probe = Routed.value(table);
    for (int hashSlot = 0; hashSlot < HashSlot.COUNT; hashSlot++) {
      table.stamp(probe, hashSlot);
      if (probe.target == 0) {
        return hashSlot;
      }
    }
    throw new IllegalStateException("gate 0 has no hash slot");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CheckedRouter && ((CheckedRouter) other).meaning.equals(meaning);
  }

  @Override
  public int hashCode() {
    return meaning.hashCode();
  }

  @Override
  public String toString() {
    return "epoch " + epoch();
  }
}
