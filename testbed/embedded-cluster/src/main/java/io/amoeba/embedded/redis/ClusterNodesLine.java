package io.amoeba.embedded.redis;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One line of the answer to CLUSTER NODES. Immutable.
 *
 * @param pingMillis time of the ping that is not answered yet, or 0
 * @param pongMillis time of the last answer to a ping
 */
record ClusterNodesLine(
    String id,
    List<String> flags,
    long pingMillis,
    long pongMillis,
    long epoch,
    boolean connected,
    List<Integer> hashSlots) {
  private static final int FLAGS = 2;
  private static final int PING = 4;
  private static final int PONG = 5;
  private static final int EPOCH = 6;
  private static final int LINK_STATE = 7;
  private static final int FIRST_HASH_SLOTS = 8;

  static ClusterNodesLine parse(String line) {
    List<String> words = List.of(line.trim().split(" "));
    return new ClusterNodesLine(
        words.get(0),
        List.of(words.get(FLAGS).split(",")),
        Long.parseLong(words.get(PING)),
        Long.parseLong(words.get(PONG)),
        Long.parseLong(words.get(EPOCH)),
        words.get(LINK_STATE).equals("connected"),
        words.stream()
            .skip(FIRST_HASH_SLOTS)
            // [1-<-id] and [1->-id] are hash slots on the move; they are owned by the range that
            // also lists them.
            .filter(word -> !word.startsWith("["))
            .flatMapToInt(ClusterNodesLine::range)
            .boxed()
            .toList());
  }

  private static IntStream range(String word) {
    List<String> bounds = List.of(word.split("-"));
    return IntStream.rangeClosed(
        Integer.parseInt(bounds.get(0)), Integer.parseInt(bounds.get(bounds.size() - 1)));
  }

  static List<ClusterNodesLine> all(String answer) {
    return answer.lines().filter(line -> !line.isBlank()).map(ClusterNodesLine::parse).toList();
  }

  /** The line of the node that answered. */
  static ClusterNodesLine own(String answer) {
    return all(answer).stream()
        .filter(line -> line.flags().contains("myself"))
        .findFirst()
        .orElseThrow();
  }

  /** The epochs of the primaries that have not failed, by id. */
  static Map<String, Long> epochs(String answer) {
    return all(answer).stream()
        .filter(line -> line.flags().contains("master") && !line.flags().contains("fail"))
        .collect(Collectors.toMap(ClusterNodesLine::id, ClusterNodesLine::epoch));
  }

  /** How many nodes work, including the one that answered. */
  static long connected(String answer) {
    return all(answer).stream()
        .filter(line -> line.connected() && !line.flags().contains("handshake"))
        .filter(line -> !line.flags().contains("fail") && !line.flags().contains("fail?"))
        .count();
  }
}
