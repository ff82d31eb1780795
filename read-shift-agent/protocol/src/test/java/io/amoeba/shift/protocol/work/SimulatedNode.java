package io.amoeba.shift.protocol.work;

import io.amoeba.shift.protocol.node.NodeState;
import java.util.OptionalInt;
import java.util.Random;

/** A node of the simulation: what is true of it, whatever it believes. */
final class SimulatedNode implements NodeLevers {

  static final long WARM_LIMIT = 20_000;

  final String id;
  final String rack;
  private final ShiftMutant mutant;
  private final Random random;

  AnnouncedWork work;
  long skew;
  boolean up = true;
  int use;
  int diskWait;

  boolean readsAway;
  boolean clientsAway;
  long coldUntil;

  /** End of the work, announced or withdrawn; 0: none is announced. */
  long workEnd;

  boolean returnedEarly;

  SimulatedNode(String id, String rack, ShiftMutant mutant, Random random) {
    this.id = id;
    this.rack = rack;
    this.mutant = mutant;
    this.random = random;
    this.work = fresh();
  }

  private AnnouncedWork fresh() {
    return new AnnouncedWork(
        this, mutant == ShiftMutant.NO_WARM_LIMIT ? NodeState.MOST_WARMING_MILLIS : WARM_LIMIT);
  }

  /** The process has ended: severity and all else of it is gone. */
  void die() {
    up = false;
    readsAway = false;
    clientsAway = false;
    workEnd = 0;
    work = fresh();
  }

  String text() {
    return work.state(OptionalInt.of(use)).text();
  }

  /** Two nodes of one rack have no range in common. */
  boolean sharesRanges(SimulatedNode other) {
    return !rack.equals(other.rack);
  }

  long now;

  @Override
  public void shiftReads() {
    readsAway = true;
  }

  @Override
  public void returnReads() {
    readsAway = false;
  }

  @Override
  public void drainClients() {
    clientsAway = true;
  }

  @Override
  public void returnClients() {
    if (mutant != ShiftMutant.CLIENTS_FORGOTTEN) {
      clientsAway = false;
    }
  }

  @Override
  public void warm() {
    coldUntil = now + random.nextInt(40_000);
  }

  @Override
  public boolean isWarm() {
    return mutant == ShiftMutant.WARMTH_ASSUMED
        || (now >= coldUntil && mutant != ShiftMutant.NO_WARM_LIMIT);
  }
}
