package io.amoeba.partitioner.subscription;

import io.amoeba.partitioner.placement.PlacementMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the coordinator says about one edge: the newest map, whether routers may switch to it, which
 * epoch is complete, and which gates have finished. Immutable. Source: placement protocol.
 */
public final class EdgePlacement {

  /** How far the newest map has come. */
  public enum Phase {
    /** Task managers validate and keep it. Turns into {@link #COMMIT} when all routers have it. */
    PREPARE,
    /** Routers switch to it. */
    COMMIT
  }

  /** An epoch that every router and gate of a cohort has reached. */
  public static final class Completed {
    private final long epoch;
    private final long[] cohort;

    Completed(long epoch, long[] cohort) {
      this.epoch = epoch;
      this.cohort = cohort.clone();
    }

    /** Whether a router may leave its epoch: the claim must be about it and its own incarnation. */
    public boolean covers(long routerEpoch, int subtask, int routers, long incarnation) {
      return epoch == routerEpoch
          && cohort.length == routers
          && subtask < cohort.length
          && cohort[subtask] == incarnation;
    }
  }

  /** A gate's report that it has processed every record routed before an epoch. */
  public static final class Finished {
    private final int subtask;
    private final long epoch;
    private final long cohortHash;

    Finished(int subtask, long epoch, long cohortHash) {
      this.subtask = subtask;
      this.epoch = epoch;
      this.cohortHash = cohortHash;
    }

    /** The gate's subtask index. */
    public int subtask() {
      return subtask;
    }

    /** Whether the report is about this epoch and these routers. */
    public boolean isAbout(long wantedEpoch, long wantedCohortHash) {
      return epoch == wantedEpoch && cohortHash == wantedCohortHash;
    }
  }

  private final EdgeId edge;
  private final @Nullable PlacementMap map;
  private final Phase phase;
  private final @Nullable Completed completed;
  private final List<Finished> finished;

  EdgePlacement(
      EdgeId edge,
      @Nullable PlacementMap map,
      Phase phase,
      @Nullable Completed completed,
      List<Finished> finished) {
    this.edge = edge;
    this.map = map;
    this.phase = phase;
    this.completed = completed;
    this.finished = List.copyOf(finished);
  }

  /** The edge. */
  public EdgeId edge() {
    return edge;
  }

  /** Newest map, or null before the first. */
  public @Nullable PlacementMap map() {
    return map;
  }

  /** Epoch of the newest map, 0 before the first. */
  public long epoch() {
    return map == null ? 0 : map.epoch();
  }

  /** Whether routers may switch to the newest map. */
  public boolean committed() {
    return map != null && phase == Phase.COMMIT;
  }

  /** The complete epoch, if the coordinator knows one. */
  public @Nullable Completed completed() {
    return completed;
  }

  /** Gates that have finished. */
  public List<Finished> finished() {
    return finished;
  }
}
