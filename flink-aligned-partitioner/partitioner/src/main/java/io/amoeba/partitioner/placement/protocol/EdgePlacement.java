package io.amoeba.partitioner.placement.protocol;

import io.amoeba.partitioner.placement.PlacementMap;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the coordinator says about one edge: the newest map, whether routers may switch to it, which
 * epoch is complete, and which gates have finished. Immutable.
 */
public final class EdgePlacement {

  private final EdgeId edge;
  private final int parallelism;
  private final @Nullable PlacementMap map;
  private final Phase phase;
  private final @Nullable Completed completed;
  private final List<Finished> finished;

  /**
   * The state of one edge.
   *
   * @param parallelism of the receiving operator; 0: not known, and there is no map
   * @param map null before the first
   * @param completed null if no epoch is known to be complete
   */
  public EdgePlacement(
      EdgeId edge,
      int parallelism,
      @Nullable PlacementMap map,
      Phase phase,
      @Nullable Completed completed,
      List<Finished> finished) {
    this.edge = edge;
    this.parallelism = parallelism;
    this.map = map;
    this.phase = phase;
    this.completed = completed;
    this.finished = List.copyOf(finished);
  }

  /** The edge. */
  public EdgeId edge() {
    return edge;
  }

  /** Number of subtasks of the receiving operator, 0 if it is not known. */
  public int parallelism() {
    return parallelism;
  }

  /** Newest map, or null before the first. */
  public @Nullable PlacementMap map() {
    return map;
  }

  /** Epoch of the newest map, 0 before the first. */
  public long epoch() {
    return map == null ? 0 : map.epoch();
  }

  /** How far the newest map has come. */
  public Phase phase() {
    return phase;
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

  private List<@Nullable Object> values() {
    return Arrays.asList(edge, parallelism, map, phase, completed, finished);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EdgePlacement && ((EdgePlacement) other).values().equals(values());
  }

  @Override
  public int hashCode() {
    return values().hashCode();
  }

  @Override
  public String toString() {
    return "EdgePlacement" + values();
  }
}
