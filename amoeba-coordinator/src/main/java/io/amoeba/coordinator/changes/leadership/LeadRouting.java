package io.amoeba.coordinator.changes.leadership;

import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.Optional;

/** Port to the placement maps of the job. Safe for concurrent use. */
public interface LeadRouting {

  /** There is no job. */
  LeadRouting NONE =
      new LeadRouting() {
        @Override
        public Optional<PlacementMap> inForce(EdgeId edge) {
          return Optional.empty();
        }

        @Override
        public void publish(EdgeId edge, PlacementMap map) {
          throw new IllegalStateException("no map of " + edge + " is in force");
        }
      };

  /**
   * The map by which every router and every subtask of an operator works.
   *
   * @return empty: there is none, it is changing, or a drill uses it
   */
  Optional<PlacementMap> inForce(EdgeId edge);

  /**
   * Publishes the owners of a map as the operator's next one, unless a router has not reported or
   * the last change has not ended. Whether it was published, {@link #inForce} shows.
   */
  void publish(EdgeId edge, PlacementMap map);
}
