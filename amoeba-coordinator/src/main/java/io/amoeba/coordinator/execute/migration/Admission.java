package io.amoeba.coordinator.execute.migration;

import io.amoeba.coordinator.monitor.ServerAddress;
import io.amoeba.coordinator.plan.migration.OldPrimary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether a migration may begin. Pure functions. */
final class Admission {

  private Admission() {}

  /** All reasons why it may not. */
  static List<String> problems(
      ClusterSight seen, String primaryId, ServerAddress address, OldPrimary old) {
    List<String> problems = new ArrayList<>();
    Optional<ServerSight> primary = seen.server(primaryId);
    Optional<ServerSight> server = seen.at(address);
    if (primary.isEmpty()) {
      problems.add(
          "primary "
              + primaryId
              + " is no member that answers: start it again, or plan without it. Without an answer: "
              + (seen.silent().isEmpty() ? "nobody" : String.join(", ", seen.silences())));
    } else {
      problems.addAll(ofPrimary(seen, primary.get()));
    }
    if (server.isEmpty()) {
      problems.add(seen.silence(address));
    } else if (server.get().id().equals(primaryId)) {
      problems.add("primary " + primaryId + " is at " + address + " already");
    } else {
      problems.addAll(ofServer(seen, server.get()));
      problems.addAll(WriteCheck.problems(seen, server.get(), primaryId, old));
      primary.ifPresent(p -> problems.addAll(ofBoth(p, server.get())));
      primary.flatMap(p -> MemoryCheck.beforeTheCopy(p, server.get())).ifPresent(problems::add);
    }
    return problems;
  }

  private static List<String> ofPrimary(ClusterSight seen, ServerSight primary) {
    List<String> problems = new ArrayList<>();
    if (!primary.isPrimary()) {
      problems.add(
          "%s is a replica of %s now: plan again".formatted(primary, primary.own().primaryId()));
    } else if (!primary.ownsHashSlots()) {
      problems.add("%s owns no hash slots: there is nothing to migrate".formatted(primary));
    }
    if (primary.openHashSlots() > 0) {
      problems.add(
          "%s has %d open hash slots, whose marks a failover would lose: finish their move first"
              .formatted(primary, primary.openHashSlots()));
    }
    for (KnownServer other : primary.others()) {
      if (other.isPrimary() && !other.hashSlots().isEmpty() && seen.server(other.id()).isEmpty()) {
        problems.add(seen.silence(other.address()) + ", since every primary is involved");
      }
    }
    for (ServerSight owner : seen.owners()) {
      if (!owner.clusterWorks()) {
        problems.add(
            "%s reports that the cluster does not work: repair it first (CLUSTER INFO)"
                .formatted(owner));
      }
      if (!owner
          .sees(primary.id())
          .map(KnownServer::hashSlots)
          .equals(Optional.of(primary.own().hashSlots()))) {
        problems.add(
            "%s and %s disagree about the hash slots of the latter: repair this first (amoeba doctor)"
                .formatted(owner, primary));
      }
    }
    return problems;
  }

  private static List<String> ofServer(ClusterSight seen, ServerSight server) {
    List<String> problems = new ArrayList<>();
    if (!server.isPrimary()) {
      problems.add(
          "%s is a replica of %s, not an empty server: choose another, or CLUSTER RESET it"
              .formatted(server, server.own().primaryId()));
    }
    boolean owns =
        seen.servers().stream()
            .anyMatch(s -> s.sees(server.id()).filter(k -> !k.hashSlots().isEmpty()).isPresent());
    if (owns) {
      problems.add("%s owns hash slots: choose an empty server".formatted(server));
    }
    if (server.keys() != 0 && server.isPrimary()) {
      problems.add(
          server.keys() < 0
              ? "%s is loading data: choose an empty server".formatted(server)
              : "%s holds %d keys, which would be lost: choose another server, or empty it (FLUSHALL)"
                  .formatted(server, server.keys()));
    }
    seen.servers().stream()
        .filter(other -> other.own().primaryId().equals(server.id()))
        .forEach(
            other ->
                problems.add(
                    "%s is a replica of %s: choose another server, or make it replicate another one"
                        .formatted(other, server)));
    return problems;
  }

  private static List<String> ofBoth(ServerSight primary, ServerSight server) {
    List<KnownServer> foreign = Membership.ofAnotherCluster(primary, server);
    return foreign.isEmpty()
        ? List.of()
        : List.of(
            ("%s knows %d servers that %s does not know, such as %s: it may belong to another"
                    + " cluster. Choose another server, or CLUSTER RESET it")
                .formatted(server, foreign.size(), primary, foreign.get(0).address()));
  }
}
