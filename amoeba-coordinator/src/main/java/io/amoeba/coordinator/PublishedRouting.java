package io.amoeba.coordinator;

import io.amoeba.coordinator.changes.leadership.LeadRouting;
import io.amoeba.coordinator.changes.routing.Drill;
import io.amoeba.coordinator.changes.routing.EdgeProgress;
import io.amoeba.coordinator.changes.routing.PlacementPublisher;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.Optional;

/** The maps of the publisher, as rounds follow them. Safe for concurrent use. */
final class PublishedRouting implements LeadRouting {

  private final PlacementPublisher publisher;
  private final Drill drill;

  PublishedRouting(PlacementPublisher publisher, Drill drill) {
    this.publisher = publisher;
    this.drill = drill;
  }

  @Override
  public Optional<PlacementMap> inForce(EdgeId edge) {
    if (drill.isActive()) {
      return Optional.empty();
    }
    return publisher.progress().stream()
        .filter(progress -> progress.state().edge().equals(edge))
        .filter(EdgeProgress::complete)
        .findFirst()
        .flatMap(progress -> progress.state().map());
  }

  @Override
  public void publish(EdgeId edge, PlacementMap map) {
    if (!drill.isActive()) {
      var unused = publisher.publish(edge, map.parallelism(), map.toArray());
    }
  }
}
