package io.amoeba.streaming.protocol.simulation;

import io.amoeba.streaming.protocol.join.TokenRange;
import io.amoeba.streaming.protocol.join.Transfer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A ring of members and a joining node's tokens, with a few keys. Node sets are bit masks; the
 * joining node is the last node. Replicas are the first distinct nodes clockwise, as in
 * SimpleStrategy; of every set of joining node's tokens they are computed once.
 */
final class Ring {

  private static final String KEYSPACE = "ks";

  final int members;
  final int joiningNode;
  final long[] tokens;
  final long[] keys;
  final int all;
  private final int[][][] natural;
  private int replication;

  Ring(Random random) {
    members = 3 + random.nextInt(3);
    joiningNode = members;
    tokens = new long[1 + random.nextInt(4)];
    all = (1 << tokens.length) - 1;
    List<Integer> owners = new ArrayList<>();
    for (int member = 0; member < members; member++) {
      owners.addAll(Collections.nCopies(1 + random.nextInt(3), member));
    }
    owners.addAll(Collections.nCopies(tokens.length, joiningNode));
    Collections.shuffle(owners, random);
    int index = 0;
    for (int i = 0; i < owners.size(); i++) {
      if (owners.get(i) == joiningNode) {
        tokens[index++] = position(i);
      }
    }
    // Two keys right before each of the joining node's tokens surely move; others may.
    keys = new long[2 * tokens.length + 2];
    for (int key = 0; key < keys.length; key++) {
      keys[key] =
          (key < 2 * tokens.length ? tokens[key / 2] : position(random.nextInt(owners.size())))
              - 1
              - key;
    }
    natural = new int[2][][];
    for (int rf = 2; rf <= 3; rf++) {
      natural[rf - 2] = new int[all + 1][keys.length];
      for (int mask = 0; mask <= all; mask++) {
        for (int key = 0; key < keys.length; key++) {
          natural[rf - 2][mask][key] = walk(owners, mask, keys[key], rf);
        }
      }
    }
    replication = 3;
  }

  private static long position(int index) {
    return 1000L * (index - 6);
  }

  private int walk(List<Integer> owners, int mask, long key, int rf) {
    int first = 0;
    while (first < owners.size() && position(first) < key) {
      first++;
    }
    int found = 0;
    for (int i = 0; i < owners.size() && Integer.bitCount(found) < rf; i++) {
      int at = (first + i) % owners.size();
      boolean there = owners.get(at) != joiningNode || (mask & (1 << indexOf(position(at)))) != 0;
      if (there) {
        found |= 1 << owners.get(at);
      }
    }
    return found;
  }

  private int indexOf(long token) {
    for (int i = 0; i < tokens.length; i++) {
      if (tokens[i] == token) {
        return i;
      }
    }
    throw new IllegalArgumentException("token " + token + " is not the joining node's");
  }

  int replication() {
    return replication;
  }

  void replicate(int factor) {
    replication = factor;
  }

  /** The replicas of a key when the joining node has the tokens of the mask. */
  int natural(int mask, int key) {
    return natural[replication - 2][mask][key];
  }

  int joiningNodeBit() {
    return 1 << joiningNode;
  }

  int mask(Collection<Long> tokens) {
    int mask = 0;
    for (long token : tokens) {
      mask |= 1 << indexOf(token);
    }
    return mask;
  }

  SortedSet<Long> allTokens() {
    SortedSet<Long> set = new TreeSet<>();
    for (long token : tokens) {
      set.add(token);
    }
    return set;
  }

  /**
   * The extra pending replicas of a key while some done tokens settle: losing replicas, and the
   * joining node.
   */
  int extra(int done, int settling, int key) {
    int before = natural(done & ~settling, key);
    int lost = before & ~natural(done, key);
    return lost == 0 ? 0 : lost | joiningNodeBit();
  }

  /** The joining node, where it would become a replica. */
  int pending(int done, int pending, int key) {
    return natural(done | pending, key) & ~natural(done, key) & joiningNodeBit();
  }

  /**
   * One small range per key that moves; from the losing replica, or, as a mutant, from who keeps
   * it.
   */
  List<Transfer> transfers(SortedSet<Long> done, SortedSet<Long> step, boolean otherSource) {
    int before = mask(done);
    int after = before | mask(step);
    SortedMap<Integer, List<TokenRange>> bySender = new TreeMap<>();
    for (int key = 0; key < keys.length; key++) {
      int losingReplicas = natural(before, key) & ~natural(after, key);
      int keepers = natural(before, key) & natural(after, key);
      int senders = otherSource ? keepers : losingReplicas;
      if (losingReplicas != 0 && senders != 0) {
        bySender
            .computeIfAbsent(Integer.numberOfTrailingZeros(senders), sender -> new ArrayList<>())
            .add(new TokenRange(keys[key] - 1, keys[key]));
      }
    }
    List<Transfer> transfers = new ArrayList<>();
    bySender.forEach(
        (sender, ranges) ->
            transfers.add(
                new Transfer(name(sender), new TreeMap<>(java.util.Map.of(KEYSPACE, ranges)))));
    return transfers;
  }

  List<Integer> keysOf(Transfer transfer) {
    List<Integer> moved = new ArrayList<>();
    for (TokenRange range : transfer.ranges().getOrDefault(KEYSPACE, List.of())) {
      for (int key = 0; key < keys.length; key++) {
        if (keys[key] == range.right()) {
          moved.add(key);
        }
      }
    }
    return moved;
  }

  static String name(int node) {
    return "node" + node;
  }

  static int node(String name) {
    return Integer.parseInt(name.substring(4));
  }
}
