package io.amoeba.coordinator.changes.leadership;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What rounds are planned from. Immutable.
 *
 * @param voters primaries that own hash slots
 * @param nodesOfJob nodes with subtasks that requests of the store come from
 * @param room requests per second that a node can serve beside its present ones, by node, as far as
 *     that is known
 * @param rest between two promotions of one server
 * @param rounds how many rounds each server has led, by id
 */
record RoundRequest(
    Instant now,
    List<Shard> shards,
    int voters,
    Set<String> nodesOfJob,
    Map<String, Double> room,
    Duration rest,
    Map<String, Integer> rounds,
    UpkeepSettings settings) {

  RoundRequest {
    shards = List.copyOf(shards);
    nodesOfJob = Set.copyOf(nodesOfJob);
    room = Map.copyOf(room);
    rounds = Map.copyOf(rounds);
  }

  /** Nodes where a server works now. */
  Set<String> working() {
    return shards.stream()
        .flatMap(shard -> shard.members().stream())
        .filter(member -> member.running().isPresent())
        .map(ShardMember::node)
        .collect(Collectors.toSet());
  }
}
