package io.amoeba.partitioner.subscription;

import io.amoeba.partitioner.placement.PlacementMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the coordinator's words for tests of other packages. */
public final class Placing {

  public static final EdgeId EDGE = new EdgeId("a1b2", "Toll");

  private Placing() {}

  public static EdgePlacement placement(
      @Nullable PlacementMap map,
      boolean committed,
      EdgePlacement.@Nullable Completed completed,
      List<EdgePlacement.Finished> finished) {
    EdgePlacement.Phase phase =
        committed ? EdgePlacement.Phase.COMMIT : EdgePlacement.Phase.PREPARE;
    return new EdgePlacement(EDGE, map, phase, completed, finished);
  }

  public static EdgePlacement.Completed completed(long epoch, long... cohort) {
    return new EdgePlacement.Completed(epoch, cohort);
  }

  public static EdgePlacement.Finished finished(int subtask, long epoch, long cohortHash) {
    return new EdgePlacement.Finished(subtask, epoch, cohortHash);
  }
}
