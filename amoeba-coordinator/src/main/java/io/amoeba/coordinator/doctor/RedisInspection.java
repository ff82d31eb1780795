package io.amoeba.coordinator.doctor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What was seen of Redis: every address once, those of the configuration first. Immutable. */
public record RedisInspection(List<RedisNode> nodes) {

  public RedisInspection {
    nodes = List.copyOf(nodes);
  }

  /** Nodes that answered; one that has several addresses counts once. */
  List<RedisNode.Answering> answering() {
    List<RedisNode.Answering> answering = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (RedisNode node : nodes) {
      if (node instanceof RedisNode.Answering answer
          && ids.add(answer.myself().map(KnownNode::id).orElse(answer.address()))) {
        answering.add(answer);
      }
    }
    return answering;
  }
}
