package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.monitor.Primary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads the answer to CLUSTER NODES of Redis 4 … 8 and Valkey. Immutable. Source: Redis command
 * reference, CLUSTER NODES, "Serialization format".
 */
record ClusterNodesText(List<Primary> primaries, int failingPrimaries) {

  /**
   * Reads an answer.
   *
   * @param askedHost host by which the answering node was reached: a node that never learned its
   *     own address leaves it out
   * @throws IllegalArgumentException if a line is not of the documented form
   */
  static ClusterNodesText parse(String text, String askedHost) {
    List<Primary> primaries = new ArrayList<>();
    int failing = 0;
    for (String line : text.split("\n")) {
      String[] fields = line.strip().split(" ");
      if (line.isBlank()) {
        continue;
      }
      if (fields.length < 8) {
        throw new IllegalArgumentException("CLUSTER NODES answered '" + line + "'");
      }
      Set<String> flags = new TreeSet<>(Arrays.asList(fields[2].split(",")));
      if (!flags.contains("master") || flags.contains("noaddr") || flags.contains("handshake")) {
        continue;
      }
      List<HashSlotSpan> spans = spans(fields);
      if (!spans.isEmpty()) {
        failing += flags.contains("fail") || flags.contains("fail?") ? 1 : 0;
        primaries.add(primary(fields[0], fields[1], askedHost, spans));
      }
    }
    primaries.sort(Comparator.comparing(Primary::id));
    return new ClusterNodesText(List.copyOf(primaries), failing);
  }

  /** Whether the answering node sees most primaries alive; otherwise it is itself cut off. */
  boolean seesMajority() {
    return failingPrimaries * 2 < primaries.size();
  }

  /** Address: {@code ip:port@busPort[,hostname[,shard-id=…]]}. */
  private static Primary primary(
      String id, String address, String askedHost, List<HashSlotSpan> spans) {
    String[] parts = address.split(",");
    String endpoint =
        parts[0].contains("@") ? parts[0].substring(0, parts[0].indexOf('@')) : parts[0];
    int colon = endpoint.lastIndexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException("CLUSTER NODES answered the address '" + address + "'");
    }
    String host = colon == 0 ? askedHost : endpoint.substring(0, colon);
    List<String> otherHosts =
        parts.length > 1 && !parts[1].isEmpty() && !parts[1].contains("=")
            ? List.of(parts[1])
            : List.of();
    return new Primary(
        id, host, Integer.parseInt(endpoint.substring(colon + 1)), otherHosts, spans);
  }

  /** Spans from the ninth field on; {@code [slot->-node]} is a migration on its way. */
  private static List<HashSlotSpan> spans(String[] fields) {
    List<HashSlotSpan> spans = new ArrayList<>();
    for (int i = 8; i < fields.length; i++) {
      if (!fields[i].startsWith("[")) {
        String[] ends = fields[i].split("-");
        int from = Integer.parseInt(ends[0]);
        spans.add(new HashSlotSpan(from, ends.length == 1 ? from : Integer.parseInt(ends[1])));
      }
    }
    return spans;
  }
}
