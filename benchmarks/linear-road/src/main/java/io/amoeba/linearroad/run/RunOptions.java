package io.amoeba.linearroad.run;

import io.amoeba.linearroad.feed.Pace;
import io.amoeba.linearroad.servers.Disturbance;
import io.amoeba.linearroad.servers.FleetOptions;
import io.amoeba.linearroad.servers.GivenServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to run, already checked. Immutable.
 *
 * @param servers that run already; null: they are started
 */
public record RunOptions(
    FleetOptions fleet,
    @Nullable GivenServers servers,
    Traffic traffic,
    Pace pace,
    Alignment alignment,
    Outputs outputs,
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
   * When the coordinator begins to act, and how often it then changes the maps.
   *
   * @param begin of acting; where a node is added: when that happens
   * @param realignEvery to rotated maps and back; null: not
   * @param alternateEvery to hash routing and back, until the end; null: not
   */
  public record Alignment(
      When begin, @Nullable Duration realignEvery, @Nullable Duration alternateEvery) {
    /** The part of the run after which the drill ends, so that a time of rest is measured. */
    public static final double DRILL_END = 0.85;

    /** Without alternation. */
    public Alignment(When begin, @Nullable Duration realignEvery) {
      this(begin, realignEvery, null);
    }

    /** Whether the coordinator is to act at all. */
    public boolean aligns() {
      return !(begin instanceof When.Never);
    }

    /** Whether the maps change again and again. */
    public boolean changesMaps() {
      return realignEvery != null || alternateEvery != null;
    }

    /** Whether both placements are measured in turn. */
    public boolean alternates() {
      return alternateEvery != null;
    }
  }

  /** Where results are written; null: nowhere. */
  public record Outputs(@Nullable Path json, @Nullable Path report, boolean keep) {}
}
