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
 * @param operators the aligned operators of the job; none unless each works by a map
 * @param room requests per second that a node can serve beside its present ones, by node, as far as
 *     that is known
 * @param rest between two promotions of one server
 * @param roundsLastHour how many rounds with a change of a lead have begun within the last hour
 * @param rounds how many rounds each server has led, by id
 */
record RoundRequest(
    Instant now,
    List<Shard> shards,
    int voters,
    List<RoutedOperator> operators,
    Map<String, Double> room,
    Duration rest,
    Map<String, Integer> rounds,
    int roundsLastHour,
    UpkeepSettings settings) {

  RoundRequest {
    shards = List.copyOf(shards);
    operators = List.copyOf(operators);
    room = Map.copyOf(room);
    rounds = Map.copyOf(rounds);
  }

  /**
   * The operators whose records can follow a lead from one node to another.
   *
   * @return none, unless each operator has subtasks on both
   */
  List<FollowingOperator> following(String from, String to) {
    boolean all =
        operators.stream()
            .allMatch(
                operator ->
                    operator.subtasks().containsKey(from) && operator.subtasks().containsKey(to));
    return all
        ? operators.stream().map(operator -> operator.following(from, to)).toList()
        : List.of();
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
