package io.amoeba.coordinator.changes.leadership;

import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The map of one operator of two subtasks, which comes into force some looks after it was
 * published. The first subtask is on the node of a, the other one on that of d.
 */
final class SimulatedRouting implements LeadRouting {

  static final FollowingOperator OPERATOR =
      new FollowingOperator("job", "Toll", 2, List.of(0), List.of(1));

  private static final int LOOKS = 3;

  /** Every map that was published, in words. */
  final List<String> published = new ArrayList<>();

  /** Whether task managers heed publications. */
  boolean works = true;

  /** Is told of each look. */
  Consumer<String> observer = look -> {};

  private PlacementMap map = PlacementMap.of(1, 2, new int[HashSlot.COUNT]);
  private Optional<PlacementMap> next = Optional.empty();
  private int left;

  @Override
  public Optional<PlacementMap> inForce(EdgeId edge) {
    observer.accept("looks at maps");
    if (next.isPresent() && works && --left == 0) {
      map = next.get();
      next = Optional.empty();
    }
    return next.isPresent() || !edge.equals(OPERATOR.edge()) ? Optional.empty() : Optional.of(map);
  }

  @Override
  public void publish(EdgeId edge, PlacementMap wanted) {
    if (next.isEmpty()) {
      next = Optional.of(wanted);
      left = LOOKS;
      published.add("hash slot 0 at " + wanted.subtask(0));
      observer.accept("publishes");
    }
  }

  /** The subtask that owns a hash slot. */
  int owner(int hashSlot) {
    return next.orElse(map).subtask(hashSlot);
  }
}
