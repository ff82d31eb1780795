package io.amoeba.streaming.protocol;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/**
 * What a joining node gossips about its tokens (Murmur3): {@code done} are its normal tokens,
 * {@code settling} the part of them whose losing replicas still take writes, {@code pending} those
 * for which it takes shadow writes, {@code confirming} the part of those about to be switched.
 * Within a plan the epoch only grows. Refuses sets that contradict each other. Immutable.
 */
public record Announcement(
    UUID plan,
    long epoch,
    SortedSet<Long> done,
    SortedSet<Long> settling,
    SortedSet<Long> pending,
    SortedSet<Long> confirming) {

  /** Cassandra's own bound for num_tokens is 1536; a gossip value holds 64 KiB. */
  public static final int MAX_TOKENS = 1536;

  /** No join reaches it, and members may add to it. */
  public static final long MAX_EPOCH = Long.MAX_VALUE / 2;

  public Announcement {
    done = copyOf(done);
    settling = copyOf(settling);
    pending = copyOf(pending);
    confirming = copyOf(confirming);
    if (epoch < 1 || epoch > MAX_EPOCH) {
      throw new IllegalArgumentException(
          "epoch " + epoch + " of a join: the first one is 1, and none exceeds " + MAX_EPOCH);
    }
    if (!done.containsAll(settling)) {
      throw new IllegalArgumentException(
          "settling tokens that are not done: " + without(settling, done));
    }
    if (!pending.containsAll(confirming)) {
      throw new IllegalArgumentException(
          "confirming tokens that are not pending: " + without(confirming, pending));
    }
    if (!Collections.disjoint(done, pending)) {
      throw new IllegalArgumentException(
          "tokens that are both done and pending: " + both(done, pending));
    }
    if (done.size() + pending.size() > MAX_TOKENS) {
      throw new IllegalArgumentException(
          (done.size() + pending.size()) + " tokens, at most " + MAX_TOKENS + " are possible");
    }
  }

  /** Whether it takes no tokens, nor serves any. */
  public boolean isEmpty() {
    return done.isEmpty() && pending.isEmpty();
  }

  private static SortedSet<Long> copyOf(SortedSet<Long> tokens) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(tokens));
  }

  private static SortedSet<Long> without(SortedSet<Long> tokens, SortedSet<Long> removed) {
    SortedSet<Long> rest = new TreeSet<>(tokens);
    rest.removeAll(removed);
    return rest;
  }

  private static SortedSet<Long> both(SortedSet<Long> tokens, SortedSet<Long> others) {
    SortedSet<Long> common = new TreeSet<>(tokens);
    common.retainAll(others);
    return common;
  }
}
