package io.amoeba.embedded.redis;

import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether older claims of hash slots are gone, so that a primary may take some. A server that
 * received such a claim late could turn the new owner back, which deletes its keys. The rule and
 * its reasons are in {@code docs/hash-slot-moves.md}, "Claims". For one move, confined to one
 * thread.
 */
final class OlderClaims {

  private static final int MILLIS_PER_SECOND = 1_000;

  private final String taker;

  /** The last own answer to a ping, by sender and receiver, and how many more are needed. */
  private final Map<String, long[]> missing = new HashMap<>();

  OlderClaims(String taker) {
    this.taker = taker;
  }

  /**
   * Whether all messages between the taker and the others from before the first call have arrived,
   * all know the same epochs, each its own, and no server believes that the taker owns more hash
   * slots than it does.
   *
   * @param answers of all servers to CLUSTER NODES
   */
  boolean areGone(List<String> answers) {
    List<Collection<RedisClusterNode>> views = answers.stream().map(ClusterNodes::of).toList();
    Set<String> ids = new TreeSet<>();
    views.forEach(view -> ids.add(ClusterNodes.own(view).getNodeId()));
    boolean gone = true;
    for (Collection<RedisClusterNode> view : views) {
      String viewer = ClusterNodes.own(view).getNodeId();
      for (RedisClusterNode node : view) {
        String id = node.getNodeId();
        boolean concerned = viewer.equals(taker) || id.equals(taker);
        if (concerned && !id.equals(viewer) && ids.contains(id)) {
          gone &= isAnswered(viewer + id, node);
        }
      }
    }
    return gone && knowEpochs(answers) && agreeOnOwner(views);
  }

  /*
   * An answer to a ping that was under way already proves nothing; the one after it does. Nodes also
   * adopt the times of others' answers, which gossip carries in whole seconds.
   */
  private boolean isAnswered(String pair, RedisClusterNode node) {
    long pongMillis = node.getPongReceivedTimestamp();
    long[] now = missing.get(pair);
    if (now == null) {
      missing.put(pair, new long[] {pongMillis, node.getPingSentTimestamp() == 0 ? 1 : 2});
      return false;
    }
    if (pongMillis != now[0]) {
      now[0] = pongMillis;
      now[1] -= pongMillis % MILLIS_PER_SECOND == 0 ? 0 : 1;
    }
    return now[1] <= 0;
  }

  /** Whether every server knows every primary's epoch, and each primary has its own. */
  static boolean knowEpochs(List<String> answers) {
    Set<Map<String, Long>> views = new HashSet<>();
    answers.forEach(answer -> views.add(ClusterNodes.epochs(answer)));
    Map<String, Long> epochs = views.iterator().next();
    return views.size() == 1 && new HashSet<>(epochs.values()).size() == epochs.size();
  }

  private boolean agreeOnOwner(List<Collection<RedisClusterNode>> views) {
    Set<Integer> owned = new HashSet<>();
    views.stream()
        .map(ClusterNodes::own)
        .filter(own -> own.getNodeId().equals(taker))
        .forEach(own -> owned.addAll(own.getSlots()));
    return views.stream()
        .flatMap(Collection::stream)
        .filter(node -> node.getNodeId().equals(taker))
        .allMatch(node -> owned.containsAll(node.getSlots()));
  }
}
