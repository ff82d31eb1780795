package io.amoeba.coordinator.cluster;

import io.amoeba.coordinator.monitor.ServerAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What every server says at one moment. Immutable.
 *
 * @param servers those that answer, members and others that were asked for
 * @param silent those that do not, with the reason
 */
public record ClusterView(List<ServerView> servers, Map<ServerAddress, String> silent) {

  public ClusterView {
    servers = List.copyOf(servers);
    silent = Collections.unmodifiableMap(new TreeMap<>(silent));
  }

  /** The server with this id, if it answers. */
  public Optional<ServerView> server(String id) {
    return servers.stream().filter(server -> server.id().equals(id)).findFirst();
  }

  /** The server at this address, if it answers. */
  public Optional<ServerView> at(ServerAddress address) {
    return servers.stream().filter(server -> server.address().equals(address)).findFirst();
  }

  /** Primaries that answer and own hash slots, in their own view. */
  public List<ServerView> owners() {
    return servers.stream().filter(ServerView::ownsHashSlots).toList();
  }

  /** All that answer, without one of them. */
  public List<ServerView> without(ServerAddress address) {
    return servers.stream().filter(server -> !server.address().equals(address)).toList();
  }

  /** Primaries and the server that do not know each other yet, in words. */
  public List<String> unacquainted(ServerView server) {
    List<String> unacquainted = new ArrayList<>();
    for (ServerView owner : owners()) {
      if (owner.id().equals(server.id())) {
        continue;
      }
      if (!owner.trusts(server.id())) {
        unacquainted.add("%s does not know %s yet".formatted(owner, server));
      }
      if (!server.trusts(owner.id())) {
        unacquainted.add("%s does not know %s yet".formatted(server, owner));
      }
    }
    return unacquainted;
  }

  /**
   * Whether every primary that answers knows that a server has failed, or does not know it. It can
   * then not be promoted, even if it is only cut off.
   */
  public boolean isGone(String id) {
    return !owners().isEmpty()
        && owners().stream()
            .map(owner -> owner.sees(id))
            .allMatch(
                known -> known.isEmpty() || known.get().health() == KnownServer.Health.FAILED);
  }

  /** Why a server does not answer. */
  public String silence(ServerAddress address) {
    String reason = silent.getOrDefault(address, "no server knows it");
    return "%s does not answer (%s): %s"
        .formatted(
            address,
            reason,
            reason.contains("LOADING") ? "wait until it has loaded its data" : "start it again");
  }

  /** Those that do not answer, one by one. */
  public List<String> silences() {
    List<String> silences = new ArrayList<>();
    silent.keySet().forEach(address -> silences.add(silence(address)));
    return silences;
  }
}
