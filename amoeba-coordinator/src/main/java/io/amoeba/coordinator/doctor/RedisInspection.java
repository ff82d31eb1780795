package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.members.MemberTraits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was seen of Redis: every address once, those of the configuration first. Immutable.
 *
 * @param traits what those that answered hold beside keys, by address
 * @param names that nodes announce and that lead to them, by the address that they announce
 * @param byNameAlone announced addresses that lead nowhere, of nodes that answered by such a name
 * @param endpoints where those send clients that tell no settings, by address
 */
public record RedisInspection(
    List<RedisNode> nodes,
    Map<String, MemberTraits> traits,
    Map<String, Set<String>> names,
    Set<String> byNameAlone,
    Map<String, List<ToldEndpoint>> endpoints) {

  public RedisInspection {
    nodes = List.copyOf(nodes);
    traits = Map.copyOf(traits);
    names = Map.copyOf(names);
    byNameAlone = Set.copyOf(byNameAlone);
    endpoints = Map.copyOf(endpoints);
  }

  /** Nodes that answered; one that has several addresses counts once, by the announced one. */
  List<RedisNode.Answering> answering() {
    Map<String, RedisNode.Answering> answering = new LinkedHashMap<>();
    for (RedisNode node : nodes) {
      if (node instanceof RedisNode.Answering answer) {
        String id = answer.myself().map(KnownServer::id).orElse(answer.address());
        answering.merge(id, answer, (first, other) -> other.isAnnounced() ? other : first);
      }
    }
    return List.copyOf(answering.values());
  }
}
