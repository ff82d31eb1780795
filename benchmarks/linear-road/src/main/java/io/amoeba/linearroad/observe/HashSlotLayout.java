package io.amoeba.linearroad.observe;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The nodes of each hash slot: that of its primary, and for each operator that of the subtask that
 * owns it. Immutable.
 *
 * @param nodes names of the cluster's nodes; bands hold their indexes
 */
public record HashSlotLayout(List<String> nodes, String primaries, List<Operator> operators) {
  private static final int HASH_SLOTS = 16_384;
  private static final char FIRST_NODE = 'A';
  private static final char NO_NODE = '.';

  /** Takes immutable copies. */
  public HashSlotLayout {
    nodes = List.copyOf(nodes);
    operators = List.copyOf(operators);
  }

  /**
   * One operator.
   *
   * @param owners one character for each hash slot: {@code A} for the first node, {@code B} for the
   *     second, a dot for none; empty where the operator has no map and Flink routes by hash
   */
  public record Operator(String name, String owners) {}

  static HashSlotLayout of(JsonNode state) {
    List<String> nodes = new ArrayList<>();
    Map<String, Integer> indexes = new HashMap<>();
    char[] primaries = band();
    for (JsonNode node : state.path("nodes")) {
      int index = nodes.size();
      nodes.add(node.path("name").asText());
      indexes.put(node.path("name").asText(), index);
      for (JsonNode primary : node.path("primaries")) {
        primary.path("hashSlots").forEach(span -> fill(primaries, span, index));
      }
    }
    List<Operator> operators = new ArrayList<>();
    for (JsonNode operator : state.path("operators")) {
      operators.add(new Operator(operator.path("name").asText(), owners(operator, indexes)));
    }
    return new HashSlotLayout(nodes, new String(primaries), operators);
  }

  private static String owners(JsonNode operator, Map<String, Integer> indexes) {
    if (!operator.has("owners")) {
      return "";
    }
    char[] owners = band();
    for (JsonNode range : operator.path("owners")) {
      String node = operator.path("subtaskNodes").path(range.path(2).asInt()).asText();
      Integer index = indexes.get(node);
      if (index != null) {
        fill(owners, range, index);
      }
    }
    return new String(owners);
  }

  private static char[] band() {
    char[] band = new char[HASH_SLOTS];
    Arrays.fill(band, NO_NODE);
    return band;
  }

  private static void fill(char[] band, JsonNode range, int node) {
    int from = Math.max(0, range.path(0).asInt());
    int to = Math.min(HASH_SLOTS - 1, range.path(1).asInt(-1));
    if (from <= to) {
      Arrays.fill(band, from, to + 1, (char) (FIRST_NODE + node));
    }
  }
}
