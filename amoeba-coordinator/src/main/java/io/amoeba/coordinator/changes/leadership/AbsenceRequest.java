package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.Replica;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.upkeep.ServerWork;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What people ask for who want to restart or upgrade a server. Whoever carries it out checks again
 * whether the replica may lead. Immutable.
 *
 * @param server that is to lead no more
 * @param to the replica that leads in its place; empty: the coordinator chooses
 * @param longest how long the lead may be away
 */
public record AbsenceRequest(ServerAddress server, Optional<ServerAddress> to, Duration longest) {

  /** One that does nothing, and lacks the least; a replica that tells nothing comes last. */
  private static final Comparator<Replica> BEST =
      Comparator.<Replica, Boolean>comparing(
              replica ->
                  replica
                      .upkeep()
                      .map(now -> now.work().running().isPresent() || hasFailed(now.work()))
                      .orElse(true))
          .thenComparing(replica -> replica.lagBytes().orElse(Long.MAX_VALUE))
          .thenComparing(Replica::id);

  /** What a snapshot allows. Immutable. */
  public sealed interface Answer {}

  /** It is done by this plan. */
  public record Planned(ChangePlan plan) implements Answer {}

  /** It cannot be done. */
  public record Refused(String why) implements Answer {}

  /** The plan, by what was seen last. */
  public Answer in(ClusterSnapshot snapshot) {
    Optional<Primary> primary =
        snapshot.primaries().stream().filter(p -> p.address().equals(server)).findFirst();
    if (primary.isEmpty()) {
      return new Refused(notLeading(snapshot));
    }
    List<Replica> replicas = primary.get().replicas().all();
    if (replicas.isEmpty()) {
      return new Refused(server + " has no replica that could lead in its place: add one first");
    }
    Optional<Replica> candidate =
        to.isPresent()
            ? replicas.stream().filter(r -> r.address().equals(to.get())).findFirst()
            : replicas.stream().min(BEST);
    return candidate
        .<Answer>map(replica -> new Planned(plan(primary.get(), replica)))
        .orElseGet(
            () ->
                new Refused(
                    "%s is no replica of %s, which has %s"
                        .formatted(
                            to.orElse(server),
                            server,
                            replicas.stream().map(r -> r.address().toString()).toList())));
  }

  private String notLeading(ClusterSnapshot snapshot) {
    boolean replica =
        snapshot.primaries().stream()
            .flatMap(primary -> primary.replicas().all().stream())
            .anyMatch(one -> one.address().equals(server));
    return replica
        ? server + " is a replica: restart it without a hand-over"
        : server + " is no primary with hash slots: name one as amoeba status shows it";
  }

  private static boolean hasFailed(ServerWork work) {
    return !work.failed().isEmpty();
  }

  private ChangePlan plan(Primary primary, Replica replica) {
    LeaveServer action =
        new LeaveServer(
            new ShardServer(primary.id(), primary.address()),
            new ShardServer(replica.id(), replica.address()),
            longest);
    return new ChangePlan(action.text() + ", for maintenance", action);
  }
}
