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

  /**
   * An aligned operator that works by a map. Immutable.
   *
   * @param job id of the job
   * @param operator name of the operator
   * @param parallelism of the operator
   * @param subtasks by node
   */
  record RoutedOperator(
      String job, String operator, int parallelism, Map<String, List<Integer>> subtasks) {

    RoutedOperator {
      subtasks = Map.copyOf(subtasks);
    }

    private boolean isOn(String node) {
      return subtasks.containsKey(node);
    }

    /** With its subtasks on two nodes, on each of which it has some. */
    private FollowingOperator following(String from, String to) {
      return new FollowingOperator(
          job,
          operator,
          parallelism,
          subtasks.getOrDefault(from, List.of()),
          subtasks.getOrDefault(to, List.of()));
    }
  }

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
    return operators.stream().allMatch(operator -> operator.isOn(from) && operator.isOn(to))
        ? operators.stream().map(operator -> operator.following(from, to)).toList()
        : List.of();
  }

  /** Whether an aligned operator has subtasks on a node. */
  boolean isRoutedTo(String node) {
    return operators.stream().anyMatch(operator -> operator.isOn(node));
  }

  /** Nodes where a server works now. */
  Set<String> working() {
    return shards.stream()
        .flatMap(shard -> shard.members().stream())
        .filter(member -> member.running().isPresent())
        .map(Shard.Member::node)
        .collect(Collectors.toSet());
  }
}
