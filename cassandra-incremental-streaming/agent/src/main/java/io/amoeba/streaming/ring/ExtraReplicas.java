package io.amoeba.streaming.ring;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.locator.EndpointsForToken;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.Replica;

/**
 * Replicas that take writes as pending ones while reads move away from them: the losing replicas of
 * {@code settling} ranges, and the joining node itself. Asked for every write; safe for concurrent
 * use.
 *
 * <p>A thread reads natural replicas first and pending ones later. One that has read the natural
 * ones before the joining node became one of them must find it here: hence it is shown as well, and
 * ReplicaLayout removes whoever is natural already.
 */
public final class ExtraReplicas {

  /** By keyspace and the right end of a range. */
  private record Table(Map<String, NavigableMap<Token, List<Replica>>> byKeyspace) {}

  /** By the joining node's ring: its address may change. */
  private volatile Map<CassandraRing, Table> tables = Map.of();

  /** Shows those of the joining node's settling tokens in place of earlier ones. */
  synchronized void show(
      CassandraRing owner,
      InetAddressAndPort joining,
      SortedSet<Long> doneBefore,
      SortedSet<Long> settling) {
    Map<String, NavigableMap<Token, List<Replica>>> byKeyspace = new HashMap<>();
    if (!settling.isEmpty()) {
      Rings.gains(joining, doneBefore, settling)
          .forEach((keyspace, gains) -> byKeyspace.put(keyspace, replicas(joining, gains)));
    }
    replace(owner, byKeyspace);
  }

  private static NavigableMap<Token, List<Replica>> replicas(
      InetAddressAndPort joining, List<Rings.Gain> gains) {
    NavigableMap<Token, List<Replica>> byRight = new TreeMap<>();
    for (Rings.Gain gain : gains) {
      List<Replica> replicas = new ArrayList<>();
      replicas.add(Replica.fullReplica(joining, gain.range()));
      gain.losingReplica()
          .ifPresent(
              losingReplica -> replicas.add(Replica.fullReplica(losingReplica, gain.range())));
      byRight.put(gain.range().right, replicas);
    }
    return byRight;
  }

  synchronized void forget(CassandraRing owner) {
    replace(owner, Map.of());
  }

  private void replace(
      CassandraRing owner, Map<String, NavigableMap<Token, List<Replica>>> byKeyspace) {
    Map<CassandraRing, Table> next = new HashMap<>(tables);
    if (byKeyspace.isEmpty()) {
      next.remove(owner);
    } else {
      next.put(owner, new Table(byKeyspace));
    }
    tables = Map.copyOf(next);
  }

  public boolean isEmpty() {
    return tables.isEmpty();
  }

  /** {@code pending} and the extra replicas of the token. */
  public EndpointsForToken added(Token token, String keyspace, EndpointsForToken pending) {
    List<Replica> all = null;
    for (Replica extra : of(keyspace, token)) {
      if (!pending.endpoints().contains(extra.endpoint())) {
        if (all == null) {
          all = new ArrayList<>(pending.size() + 2);
          pending.forEach(all::add);
        }
        all.add(extra);
      }
    }
    return all == null ? pending : EndpointsForToken.copyOf(token, all);
  }

  /** Whether the endpoint is one of the token's extra replicas. */
  public boolean has(String keyspace, Token token, InetAddressAndPort endpoint) {
    return of(keyspace, token).stream().anyMatch(extra -> extra.endpoint().equals(endpoint));
  }

  private List<Replica> of(String keyspace, Token token) {
    for (Table table : tables.values()) {
      NavigableMap<Token, List<Replica>> byRight = table.byKeyspace().get(keyspace);
      if (byRight == null || byRight.isEmpty()) {
        continue;
      }
      Map.Entry<Token, List<Replica>> next = byRight.ceilingEntry(token);
      // Past the last right end only a range round the ring can hold the token.
      List<Replica> candidates = (next == null ? byRight.firstEntry() : next).getValue();
      if (candidates.get(0).range().contains(token)) {
        return candidates;
      }
    }
    return List.of();
  }
}
