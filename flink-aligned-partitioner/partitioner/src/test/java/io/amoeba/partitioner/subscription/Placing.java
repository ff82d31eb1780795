package io.amoeba.partitioner.subscription;

import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.Completed;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.EdgePlacement;
import io.amoeba.partitioner.placement.protocol.Finished;
import io.amoeba.partitioner.placement.protocol.Phase;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Makes the coordinator's words for tests of other packages. */
public final class Placing {

  public static final EdgeId EDGE = new EdgeId("a1b2", "Toll");

  private Placing() {}

  public static EdgePlacement placement(
      @Nullable PlacementMap map,
      boolean committed,
      @Nullable Completed completed,
      List<Finished> finished) {
    int parallelism = map == null ? 0 : map.parallelism();
    Phase phase = committed ? Phase.COMMIT : Phase.PREPARE;
    return new EdgePlacement(EDGE, parallelism, map, phase, completed, finished);
  }

  public static Completed completed(long epoch, long... cohort) {
    return new Completed(epoch, LongStream.of(cohort).boxed().collect(Collectors.toList()));
  }

  public static Finished finished(int subtask, long epoch, long cohortHash) {
    return new Finished(subtask, epoch, cohortHash);
  }
}
