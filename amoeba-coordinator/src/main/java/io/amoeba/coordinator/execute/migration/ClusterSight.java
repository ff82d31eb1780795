package io.amoeba.coordinator.execute.migration;

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
public record ClusterSight(List<ServerSight> servers, Map<ServerAddress, String> silent) {

  public ClusterSight {
    servers = List.copyOf(servers);
    silent = Collections.unmodifiableMap(new TreeMap<>(silent));
  }

  /** The server with this id, if it answers. */
  Optional<ServerSight> server(String id) {
    return servers.stream().filter(server -> server.id().equals(id)).findFirst();
  }

  /** The server at this address, if it answers. */
  public Optional<ServerSight> at(ServerAddress address) {
    return servers.stream().filter(server -> server.address().equals(address)).findFirst();
  }

  /** Primaries that answer and own hash slots, in their own view. */
  public List<ServerSight> owners() {
    return servers.stream().filter(ServerSight::ownsHashSlots).toList();
  }

  /** All that answer, without one of them. */
  List<ServerSight> without(ServerAddress address) {
    return servers.stream().filter(server -> !server.address().equals(address)).toList();
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
  List<String> silences() {
    List<String> silences = new ArrayList<>();
    silent.keySet().forEach(address -> silences.add(silence(address)));
    return silences;
  }
}
