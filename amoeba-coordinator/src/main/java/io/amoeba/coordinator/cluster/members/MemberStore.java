package io.amoeba.coordinator.cluster.members;

import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.members.FunctionLibrary;
import io.amoeba.coordinator.members.MemberTraits;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Port to what servers hold beside keys. Confined to one thread.
 *
 * <p>Every method throws {@link MemberFailure} if it cannot be done.
 */
public interface MemberStore {

  /** Servers that answer. Immutable. */
  record View(List<Server> servers) {
    public View {
      servers = List.copyOf(servers);
    }

    /** What the primaries that own hash slots hold. */
    List<MemberTraits> owners() {
      return servers.stream().filter(Server::owner).map(Server::traits).toList();
    }

    Optional<Server> server(String id) {
      return servers.stream().filter(server -> server.id().equals(id)).findFirst();
    }

    Optional<Server> at(ServerAddress address) {
      return servers.stream().filter(server -> server.address().equals(address)).findFirst();
    }
  }

  /**
   * A server. Immutable.
   *
   * @param owner whether it is a primary with hash slots
   */
  record Server(String id, ServerAddress address, boolean owner, MemberTraits traits) {}

  /**
   * Asks the primaries that own hash slots, and some others.
   *
   * @param ids of members
   * @param addresses of servers that need not be members
   */
  View look(Set<String> ids, Set<ServerAddress> addresses);

  /** Gives a server a library that it lacks; it refuses one that it has. */
  void load(ServerAddress server, FunctionLibrary library);
}
