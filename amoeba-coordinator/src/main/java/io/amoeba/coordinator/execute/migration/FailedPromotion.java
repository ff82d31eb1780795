package io.amoeba.coordinator.execute.migration;

import java.util.Optional;
import java.util.OptionalLong;

/** Why an order to take over was answered OK and led to nothing. Pure functions. */
final class FailedPromotion {

  private FailedPromotion() {}

  /** The reason in words, by what was seen before the order and after its time. */
  static String reason(ClusterSight before, ClusterSight after, OpenMigration open) {
    Optional<ServerSight> server = after.at(open.server());
    if (server.isEmpty()) {
      return after.silence(open.server());
    }
    Optional<ElectionState> earlier = before.at(open.server()).map(ServerSight::election);
    ElectionState now = server.get().election();
    if (earlier.filter(then -> then.process().equals(now.process())).isEmpty()) {
      return "%s has started again meanwhile".formatted(server.get());
    }
    OptionalLong requests = earlier.orElseThrow().requests();
    if (now.requests().isEmpty()) {
      return "whether %s asked for votes is not known".formatted(server.get());
    }
    if (requests.equals(now.requests())) {
      return "%s asked for no votes: it did not reach the offset at which %s held back writes, or that one did not answer it in time"
          .formatted(server.get(), open.primaryAddress());
    }
    return "%s asked for votes, and %d of %d primaries voted: the election was lost"
        .formatted(server.get(), votes(before, after), after.owners().size());
  }

  /** Primaries that have voted for somebody between the two. */
  private static long votes(ClusterSight before, ClusterSight after) {
    return after.owners().stream()
        .filter(
            owner ->
                before
                    .server(owner.id())
                    .filter(then -> owner.election().votes() > then.election().votes())
                    .isPresent())
        .count();
  }
}
