package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.text.HostSyntax;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The ways to a server: its announced address and, where that cannot be connected to from here, the
 * names that it announces beside it. Confined to one thread.
 */
final class AnnouncedNames {

  /*
   * Servers behind a translation of addresses announce addresses that lead to them only from inside,
   * and names that lead to them from everywhere. Others have certificates that hold names alone. A
   * name may also lead elsewhere, to another server of the cluster among others: who comes by a name
   * asks the server who it is. Addresses come first, since servers themselves connect by them.
   */

  /**
   * @param id of the server
   * @param names at the port of its address
   */
  private record Named(String id, List<ServerAddress> names) {}

  private Map<ServerAddress, Named> named = Map.of();

  /** By which way each server was connected to last: its address, or one of its names. */
  private final Map<ServerAddress, ServerAddress> taken = new HashMap<>();

  /** Takes what a server of the cluster says of all of them. */
  void learn(Collection<KnownServer> servers) {
    Map<ServerAddress, Named> told = new HashMap<>();
    for (KnownServer server : servers) {
      ServerAddress address = server.address();
      if (server.hasAddress() && !server.otherHosts().isEmpty()) {
        told.put(
            address,
            new Named(
                server.id(),
                server.otherHosts().stream()
                    .filter(HostSyntax::isHost)
                    .map(name -> new ServerAddress(name, address.port()))
                    .toList()));
      }
    }
    named = told;
    taken.keySet().retainAll(told.keySet());
  }

  /**
   * Where to connect to, in this order. Of a server whose address has led to it no name is tried: a
   * server that does not answer is to cost no more time than it must.
   */
  List<ServerAddress> ways(ServerAddress server) {
    ServerAddress last = taken.get(server);
    if (last != null) {
      return last.equals(server) ? List.of(server) : List.of(last, server);
    }
    List<ServerAddress> ways = new ArrayList<>();
    ways.add(server);
    if (named.containsKey(server)) {
      ways.addAll(named.get(server).names);
    }
    return ways;
  }

  /** Whether the server that was reached by a name is the one that announces it. */
  boolean isItself(ServerAddress server, String id) {
    return named.containsKey(server) && named.get(server).id.equals(id);
  }

  /** A way led to a server. */
  void took(ServerAddress server, ServerAddress way) {
    taken.put(server, way);
  }

  /** The name by which a server is connected to whose address leads nowhere. */
  Optional<ServerAddress> used(ServerAddress server) {
    return Optional.ofNullable(taken.get(server)).filter(way -> !way.equals(server));
  }
}
