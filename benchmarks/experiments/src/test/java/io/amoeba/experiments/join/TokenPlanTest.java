package io.amoeba.experiments.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.experiments.cassandra.CassandraStack;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenPlanTest {
  /** Owners by token, of the nodes up to the last one. */
  private static NavigableMap<Long, Integer> ring(int members, int lastNode) {
    NavigableMap<Long, Integer> ring = new TreeMap<>();
    for (int node = 1; node <= lastNode; node++) {
      for (long token : new TokenPlan(members).tokens(node)) {
        ring.put(token, node);
      }
    }
    return ring;
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 7})
  void ringIsSharedEvenlyByAllNodes(int members) {
    int nodes = members + 1;
    NavigableMap<Long, Integer> ring = ring(members, nodes);
    Map<Integer, Double> owned = new HashMap<>();
    List<Long> tokens = new ArrayList<>(ring.keySet());
    for (int i = 0; i < tokens.size(); i++) {
      long token = tokens.get(i);
      long previous = tokens.get((i + tokens.size() - 1) % tokens.size());
      owned.merge(ring.getOrDefault(token, 0), width(previous, token), Double::sum);
    }

    assertThat(tokens).hasSize(nodes * TokenPlan.TOKENS_PER_NODE);
    assertThat(owned.values())
        .hasSize(nodes)
        .allSatisfy(part -> assertThat(part).isBetween(0.95 / nodes, 1.1 / nodes));
  }

  /** The distance on the ring wraps as numbers do. */
  private static double width(long from, long to) {
    double width = to - from;
    return (width < 0 ? width + Math.pow(2, 64) : width) / Math.pow(2, 64);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6, 7})
  void everyMemberGivesTheJoiningNodeAboutTheSame(int members) {
    NavigableMap<Long, Integer> before = ring(members, members);
    NavigableMap<Long, Integer> after = ring(members, members + 1);
    Map<Integer, Integer> given = new HashMap<>();
    for (long token : after.keySet()) {
      Set<Integer> givers = replicas(before, token);
      givers.removeAll(replicas(after, token));
      givers.forEach(member -> given.merge(member, 1, Integer::sum));
    }

    int all = given.values().stream().mapToInt(Integer::intValue).sum();
    assertThat(given).hasSize(members);
    assertThat(given.values())
        .allSatisfy(
            ranges ->
                assertThat((double) ranges).isBetween(0.7 * all / members, 1.4 * all / members));
  }

  private static Set<Integer> replicas(NavigableMap<Long, Integer> ring, long token) {
    List<Integer> owners = new ArrayList<>(ring.tailMap(token, true).values());
    owners.addAll(ring.values());
    Set<Integer> replicas = new LinkedHashSet<>();
    for (int owner : owners) {
      if (replicas.size() < CassandraStack.REPLICAS) {
        replicas.add(owner);
      }
    }
    return replicas;
  }

  @Test
  void optionListsAllTokens() {
    String option = new TokenPlan(3).jvmOption(4);

    assertThat(option).startsWith("-Dcassandra.initial_token=-").hasSizeGreaterThan(200);
    assertThat(option.split(",", -1)).hasSize(TokenPlan.TOKENS_PER_NODE);
  }
}
