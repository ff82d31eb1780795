package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.embedded.redis.RedisClusterServers;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What servers that all answer say of their hash slots while these move. Immutable. */
record OpenedStore(RedisClusterServers redis) {

  /** As CLUSTER NODES shows an importing or migrating hash slot. */
  private static final Pattern MARK = Pattern.compile("\\[(\\d+)-[<>]-");

  /** Hash slots that are importing or migrating somewhere. */
  Set<Integer> open() {
    Set<Integer> open = new TreeSet<>();
    Matcher mark = MARK.matcher(redis.nodesSeen());
    while (mark.find()) {
      open.add(Integer.valueOf(mark.group(1)));
    }
    return open;
  }

  /** How many hash slots of a plan belong to their targets. */
  int arrived(JsonNode plan) {
    Map<Integer, String> owners = owners();
    int arrived = 0;
    JsonNode moves = plan.findValue("moves");
    for (int move = 0; move < moves.size(); move++) {
      String to = moves.path(move).path("toId").asText();
      for (JsonNode span : plan.path("movedSpans").path(move)) {
        for (int hashSlot = span.get(0).asInt(); hashSlot <= span.get(1).asInt(); hashSlot++) {
          arrived += to.equals(owners.get(hashSlot)) ? 1 : 0;
        }
      }
    }
    return arrived;
  }

  /** Every hash slot belongs to one server, and none is open. */
  void assertWhole() {
    assertThat(owners()).as(redis::nodesSeen).hasSize(HashSlot.COUNT);
    assertThat(redis.hashSlotCounts().stream().mapToInt(Integer::intValue).sum())
        .isEqualTo(HashSlot.COUNT);
    assertThat(open()).isEmpty();
  }

  private Map<Integer, String> owners() {
    Map<Integer, String> owners = new TreeMap<>();
    for (RedisServer server : redis.servers()) {
      String id = redis.nodeId(server);
      redis.hashSlotsOf(server).forEach(hashSlot -> owners.put(hashSlot, id));
    }
    return owners;
  }
}
