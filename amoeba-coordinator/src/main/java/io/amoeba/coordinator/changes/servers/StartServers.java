package io.amoeba.coordinator.changes.servers;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.plan.Effect;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanCost;
import io.amoeba.coordinator.plan.PlanProgress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Redis servers that are started on nodes of the job that have none, and become empty members of
 * the store, which can grow to them then. Immutable. Source: dissertation 5.2.2, figure 5.3.
 *
 * @param servers in the order in which they are started
 * @param shares of each operator: hash slots that are on the node of their subtask before, and that
 *     are on a node with a subtask, so that growth and routing can align them
 */
@JsonTypeName(StartServers.KIND)
public record StartServers(List<Server> servers, List<AlignedShare> shares) implements PlanAction {

  /** {@link #kind}. */
  public static final String KIND = "start_servers";

  /** A server that is to run on a node, and where it will take clients. Immutable. */
  public record Server(String node, ServerAddress address) {
    public Server {
      address.checkPort();
    }

    @Override
    public String toString() {
      return address + " on node " + node;
    }
  }

  public StartServers {
    servers = List.copyOf(servers);
    shares = List.copyOf(shares);
    if (servers.isEmpty() || shares.isEmpty()) {
      throw new IllegalArgumentException("servers or shares are empty");
    }
  }

  private record View(List<ShareView> operators, List<ServerView> servers) {}

  private record ServerView(String node, String address) {}

  @Override
  public String kind() {
    return KIND;
  }

  /** Members without hash slots are no part of the topology. */
  @Override
  public Set<Effect> effects() {
    return Set.of(Effect.NODES);
  }

  /** Servers bring nothing before they have hash slots, and these nothing before records follow. */
  @Override
  public Set<Effect> awaited() {
    return Set.of(Effect.STORE, Effect.ROUTING);
  }

  @Override
  public int startedServers() {
    return servers.size();
  }

  /** A command that has failed will hardly do better at the next look. */
  @Override
  public boolean retriesAfterFailure() {
    return false;
  }

  @Override
  public int effort() {
    return servers.size();
  }

  @Override
  public boolean sameOutcome(PlanAction other) {
    return other.as(StartServers.class).filter(that -> servers.equals(that.servers)).isPresent();
  }

  @Override
  public boolean leaves(PlanAction other) {
    return other
        .as(StartServers.class)
        .filter(that -> servers.containsAll(that.servers))
        .isPresent();
  }

  @Override
  public String text() {
    return "start " + serversText();
  }

  @Override
  public List<String> lines() {
    return servers.stream()
        .map(server -> "start %s on %s".formatted(server.address(), server.node()))
        .toList();
  }

  @Override
  public String costText(PlanCost cost) {
    return "%d Redis servers are started; no data move yet".formatted(servers.size());
  }

  @Override
  public Optional<Record> view() {
    return Optional.of(
        new View(
            ShareView.of(shares),
            servers.stream()
                .map(server -> new ServerView(server.node(), server.address().toString()))
                .toList()));
  }

  @Override
  public PlanProgress noProgress() {
    return StartProgress.NONE;
  }

  /** The servers and their nodes, for people. */
  public String serversText() {
    return servers.stream().map(Server::toString).collect(Collectors.joining(", "));
  }
}
