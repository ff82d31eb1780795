package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.monitor.ServerAddress;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Redis servers that are started on nodes of the job that have none, and become empty members of
 * the store, which can grow to them then. Immutable. Source: dissertation 5.2.2, figure 5.3.
 *
 * @param servers in the order in which they are started
 * @param shares of each operator: hash slots that are on the node of their subtask before, and that
 *     are on a node with a subtask, so that growth and routing can align them
 */
public record StartServers(List<Server> servers, List<AlignedShare> shares) implements PlanAction {

  /** {@link #kind}. */
  public static final String KIND = "start_servers";

  /** A server that is to run on a node, and where it will take clients. Immutable. */
  public record Server(String node, ServerAddress address) {
    @Override
    public String toString() {
      return address + " on node " + node;
    }
  }

  public StartServers {
    servers = List.copyOf(servers);
    shares = List.copyOf(shares);
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public int movedHashSlots() {
    return 0;
  }

  @Override
  public OptionalLong movedKeys() {
    return OptionalLong.of(0);
  }

  /** Members without hash slots are no part of the topology. */
  @Override
  public boolean changesStore() {
    return false;
  }

  /** A command that has failed will hardly do better at the next look. */
  @Override
  public boolean isMadeAgainAfterFailure() {
    return false;
  }

  @Override
  public boolean changesNodes() {
    return true;
  }

  @Override
  public int effort() {
    return Math.max(1, servers.size());
  }

  @Override
  public boolean sameOutcome(PlanAction other) {
    return other instanceof StartServers that && servers.equals(that.servers);
  }

  @Override
  public boolean leaves(PlanAction other) {
    return other instanceof StartServers that && servers.containsAll(that.servers);
  }

  @Override
  public String text() {
    return servers.stream().map(Server::toString).collect(Collectors.joining(", "));
  }
}
