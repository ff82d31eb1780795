package io.amoeba.experiments.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TokenPlanTest {
  @Test
  void ringIsSharedEvenlyByTheFourNodes() {
    TreeMap<Long, Integer> ring = new TreeMap<>();
    for (int node = 1; node <= 4; node++) {
      for (long token : TokenPlan.tokens(node)) {
        ring.put(token, node);
      }
    }
    Map<Integer, Double> owned = new HashMap<>();
    List<Long> tokens = new ArrayList<>(ring.keySet());
    for (int i = 0; i < tokens.size(); i++) {
      long token = tokens.get(i);
      long previous = tokens.get((i + tokens.size() - 1) % tokens.size());
      owned.merge(ring.getOrDefault(token, 0), width(previous, token), Double::sum);
    }

    assertThat(tokens).hasSize(4 * TokenPlan.TOKENS_PER_NODE);
    assertThat(owned.values()).allSatisfy(part -> assertThat(part).isBetween(0.24, 0.27));
  }

  /** The distance on the ring wraps as numbers do. */
  private static double width(long from, long to) {
    double width = to - from;
    return (width < 0 ? width + Math.pow(2, 64) : width) / Math.pow(2, 64);
  }

  @Test
  void optionListsAllTokens() {
    assertThat(TokenPlan.jvmOption(4))
        .startsWith("-Dcassandra.initial_token=-")
        .hasSizeGreaterThan(200);
    assertThat(TokenPlan.jvmOption(4).split(",", -1)).hasSize(TokenPlan.TOKENS_PER_NODE);
  }
}
