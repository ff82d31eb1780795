package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.members.MemberTraits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was seen of Redis: every address once, those of the configuration first. Immutable.
 *
 * @param traits what those that answered hold beside keys, by address
 */
public record RedisInspection(List<RedisNode> nodes, Map<String, MemberTraits> traits) {

  public RedisInspection {
    nodes = List.copyOf(nodes);
    traits = Map.copyOf(traits);
  }

  /** Nodes that answered; one that has several addresses counts once. */
  List<RedisNode.Answering> answering() {
    List<RedisNode.Answering> answering = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (RedisNode node : nodes) {
      if (node instanceof RedisNode.Answering answer
          && ids.add(answer.myself().map(KnownServer::id).orElse(answer.address()))) {
        answering.add(answer);
      }
    }
    return answering;
  }
}
