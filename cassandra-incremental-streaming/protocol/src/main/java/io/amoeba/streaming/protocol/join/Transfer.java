package io.amoeba.streaming.protocol.join;

import io.amoeba.streaming.protocol.Truncations;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * What one step brings from one sender: by keyspace, the ranges that the sender loses to the
 * joining node in that step. Immutable.
 *
 * @param tables the ids of those tables of which it is; empty: of all
 */
public record Transfer(
    String sender, SortedMap<String, List<TokenRange>> ranges, SortedSet<UUID> tables) {

  public Transfer {
    SortedMap<String, List<TokenRange>> copy = new TreeMap<>();
    ranges.forEach((keyspace, list) -> copy.put(keyspace, List.copyOf(list)));
    ranges = Collections.unmodifiableSortedMap(copy);
    tables = Collections.unmodifiableSortedSet(new TreeSet<>(tables));
  }

  /** Of all tables. */
  public Transfer(String sender, SortedMap<String, List<TokenRange>> ranges) {
    this(sender, ranges, Collections.emptySortedSet());
  }

  /** The same of these tables only; {@link Truncations#EVERY_TABLE} stands for all. */
  Transfer of(SortedSet<UUID> some) {
    return some.contains(Truncations.EVERY_TABLE)
        ? new Transfer(sender, ranges)
        : new Transfer(sender, ranges, some);
  }

  /** The ranges' share of the ring, summed over keyspaces. */
  public double share() {
    return ranges.values().stream().flatMap(List::stream).mapToDouble(TokenRange::share).sum();
  }
}
