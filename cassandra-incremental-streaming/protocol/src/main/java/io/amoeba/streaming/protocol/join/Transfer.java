package io.amoeba.streaming.protocol.join;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one step brings from one sender: by keyspace, the ranges that the sender loses to the
 * joining node in that step. Immutable.
 */
public record Transfer(String sender, SortedMap<String, List<TokenRange>> ranges) {

  public Transfer {
    SortedMap<String, List<TokenRange>> copy = new TreeMap<>();
    ranges.forEach((keyspace, list) -> copy.put(keyspace, List.copyOf(list)));
    ranges = Collections.unmodifiableSortedMap(copy);
  }

  /** The ranges' share of the ring, summed over keyspaces. */
  public double share() {
    return ranges.values().stream().flatMap(List::stream).mapToDouble(TokenRange::share).sum();
  }
}
