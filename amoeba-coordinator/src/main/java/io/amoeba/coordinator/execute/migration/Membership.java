package io.amoeba.coordinator.execute.migration;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Who knows whom. Pure functions. */
final class Membership {

  private Membership() {}

  /** Primaries and the server that do not know each other yet, in words. */
  static List<String> strangers(ClusterSight seen, ServerSight server) {
    List<String> strangers = new ArrayList<>();
    for (ServerSight owner : seen.owners()) {
      if (owner.id().equals(server.id())) {
        continue;
      }
      if (!owner.trusts(server.id())) {
        strangers.add("%s does not know %s yet".formatted(owner, server));
      }
      if (!server.trusts(owner.id())) {
        strangers.add("%s does not know %s yet".formatted(server, owner));
      }
    }
    return strangers;
  }

  /**
   * Members of another cluster that the server knows: to greet it would make one cluster of two.
   * Those that are no longer reached count, too.
   */
  static List<KnownServer> ofAnotherCluster(ServerSight primary, ServerSight server) {
    Set<String> members =
        primary.others().stream().map(KnownServer::id).collect(Collectors.toSet());
    members.add(primary.id());
    return server.others().stream()
        .filter(other -> other.health() != KnownServer.Health.HANDSHAKE)
        .filter(other -> !members.contains(other.id()))
        .toList();
  }
}
