package io.amoeba.freshreads.read;

import io.amoeba.freshreads.choice.NodeLoad;
import java.util.List;

/**
 * The loads of every subset of a shard's replicas, so that a choice among the fresh ones needs no
 * new array. Immutable.
 */
final class FreshSets {
  /** Of more replicas the others are not read. */
  static final int MOST_REPLICAS = 8;

  private final NodeLoad[][] loads;
  private final int[][] replicas;

  FreshSets(List<NodeLoad> all) {
    int sets = 1 << all.size();
    this.loads = new NodeLoad[sets][];
    this.replicas = new int[sets][];
    for (int set = 0; set < sets; set++) {
      int size = Integer.bitCount(set);
      loads[set] = new NodeLoad[size];
      replicas[set] = new int[size];
      int place = 0;
      for (int replica = 0; replica < all.size(); replica++) {
        if ((set & (1 << replica)) != 0) {
          loads[set][place] = all.get(replica);
          replicas[set][place++] = replica;
        }
      }
    }
  }

  /** The loads of a set, one bit for each replica. */
  NodeLoad[] loads(int set) {
    return loads[set];
  }

  /** The number of the replica at a place of {@link #loads}. */
  int replica(int set, int place) {
    return replicas[set][place];
  }
}
