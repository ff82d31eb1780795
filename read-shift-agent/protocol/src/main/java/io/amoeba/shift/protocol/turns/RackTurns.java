package io.amoeba.shift.protocol.turns;

import java.util.List;
import java.util.Optional;

/**
 * Racks take turns by the clock. Where every keyspace has a replica in each rack, the nodes of one
 * rack share no range, so they may compact together. Immutable.
 *
 * <p>Nothing starts in the gap at the end of a turn. It is longer than clocks differ and gossip
 * takes, so the next rack knows of every compaction that started before its turn.
 *
 * @param racks of the data centre, at least one, in an order that all nodes agree on
 * @param turnMillis of each rack, with its gap
 * @param gapMillis shorter than the turn
 */
public record RackTurns(List<String> racks, long turnMillis, long gapMillis) {

  /** Refuses turns in which nothing can start. */
  public RackTurns {
    racks = racks.stream().sorted().distinct().toList();
    if (racks.isEmpty()) {
      throw new IllegalArgumentException("no racks: want at least one");
    }
    if (gapMillis < 0 || gapMillis >= turnMillis) {
      throw new IllegalArgumentException(
          "turn-gap of %d ms: want less than the turn of %d ms".formatted(gapMillis, turnMillis));
    }
  }

  /**
   * The rack in which a compaction may start; empty in the gap.
   *
   * @param wallMillis since 1970
   */
  public Optional<String> holder(long wallMillis) {
    long inCycle = Math.floorMod(wallMillis, cycleMillis());
    return inCycle % turnMillis < turnMillis - gapMillis
        ? Optional.of(racks.get((int) (inCycle / turnMillis)))
        : Optional.empty();
  }

  /** After this time it is the same rack's turn again. */
  public long cycleMillis() {
    return racks.size() * turnMillis;
  }
}
