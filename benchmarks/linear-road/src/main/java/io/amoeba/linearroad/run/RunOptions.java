package io.amoeba.linearroad.run;

import io.amoeba.linearroad.feed.Pace;
import io.amoeba.linearroad.servers.Disturbance;
import io.amoeba.linearroad.servers.ExternalServers;
import io.amoeba.linearroad.servers.FleetOptions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to run, already checked. Immutable.
 *
 * @param servers external ones; null: servers are started
 */
public record RunOptions(
    FleetOptions fleet,
    @Nullable ExternalServers servers,
    Traffic traffic,
    Pace pace,
    Alignment alignment,
    List<Disturbance> disturbances) {
  /** Takes an immutable copy of the disturbances. */
  public RunOptions {
    disturbances = List.copyOf(disturbances);
  }

  /** Whether the job is aligned before the first record. */
  public boolean alignedFirst() {
    return alignment.begin() instanceof When.AtStart || fleet.addsNode();
  }

  /**
   * When the coordinator starts to act, and how often it then changes the maps.
   *
   * @param begin when it starts, or when a node is added
   * @param realignEvery interval of changes to rotated maps and back; null: none
   * @param alternateEvery interval of changes to hash routing and back, until the end; null: none
   */
  public record Alignment(
      When begin, @Nullable Duration realignEvery, @Nullable Duration alternateEvery) {
    /**
     * The part of the run after which the drill ends, so that a time without changes is measured.
     */
    public static final double DRILL_END = 0.85;

    /** Without alternation. */
    public Alignment(When begin, @Nullable Duration realignEvery) {
      this(begin, realignEvery, null);
    }

    /** Whether the coordinator is to act at all. */
    public boolean aligns() {
      return !(begin instanceof When.Never);
    }

    /** Whether the maps change repeatedly. */
    public boolean changesMaps() {
      return realignEvery != null || alternateEvery != null;
    }

    /** Whether hash and aligned placement are measured in turn. */
    public boolean alternates() {
      return alternateEvery != null;
    }
  }
}
