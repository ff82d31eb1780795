package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.partitioner.placement.PlacementMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lets the records of operators follow the lead of a shard, and return. What was published before,
 * by this coordinator or a former one, is found in force and not published again. Confined to one
 * thread.
 */
final class RoundRouting {

  private final LeadRouting routing;

  RoundRouting(LeadRouting routing) {
    this.routing = routing;
  }

  /** What follows, of the operators whose maps are in force. */
  List<FollowedMap> followed(List<FollowingOperator> operators, List<HashSlotSpan> shard) {
    List<FollowedMap> maps = new ArrayList<>();
    for (FollowingOperator operator : operators) {
      routing
          .inForce(operator.edge())
          .filter(now -> now.parallelism() == operator.parallelism())
          .map(now -> FollowedMap.of(operator, shard, now))
          .ifPresent(maps::add);
    }
    return maps;
  }

  /** Publishes what is not in force yet; which maps are not, in words. */
  List<String> missing(List<FollowedMap> maps, boolean away) {
    List<String> missing = new ArrayList<>();
    for (FollowedMap map : maps) {
      Optional<PlacementMap> now =
          routing.inForce(map.edge()).filter(m -> m.parallelism() == map.parallelism());
      Optional<PlacementMap> wanted = now.map(m -> away ? map.away(m) : map.home(m));
      boolean there = now.isPresent() && now.get().sameOwners(wanted.orElseThrow());
      if (!there) {
        wanted.ifPresent(owners -> routing.publish(map.edge(), owners));
        missing.add("subtasks of %s do not work by its map yet".formatted(map.operator()));
      }
    }
    return missing;
  }
}
