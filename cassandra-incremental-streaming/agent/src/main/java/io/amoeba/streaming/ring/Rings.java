package io.amoeba.streaming.ring;

import io.amoeba.streaming.protocol.join.TokenRange;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.dht.Murmur3Partitioner.LongToken;
import org.apache.cassandra.dht.Range;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.locator.AbstractReplicationStrategy;
import org.apache.cassandra.locator.EndpointsForRange;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.Replica;
import org.apache.cassandra.locator.TokenMetadata;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.service.StorageService;
import org.apache.cassandra.utils.FBUtilities;

/** Rings with more or fewer tokens of one node, and what lies between two of them. */
public final class Rings {

  /**
   * A range that a node gains, and the replica that loses it; none where the keyspace has too few
   * nodes.
   */
  public record Gain(Range<Token> range, Optional<InetAddressAndPort> losingReplica) {}

  private Rings() {}

  /** The cluster's ring, as Cassandra has it. */
  public static TokenMetadata current() {
    return StorageService.instance.getTokenMetadata();
  }

  /**
   * The normal tokens and the topology as they are now, not to be changed. Cassandra asserts, where
   * assertions are on as in its own options, that no caller reads the topology of the live ring.
   */
  public static TokenMetadata copy() {
    return current().cachedOnlyTokenMap();
  }

  /** This node's address. */
  public static InetAddressAndPort self() {
    return FBUtilities.getBroadcastAddressAndPort();
  }

  /** As the protocol names an endpoint. */
  public static String name(InetAddressAndPort endpoint) {
    return endpoint.getHostAddressAndPort();
  }

  /** The endpoint of a {@link #name}, which is a literal: nothing is looked up. */
  public static InetAddressAndPort endpoint(String name) {
    try {
      return AddressLiteral.parse(name);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(name + " is not an address", e);
    }
  }

  /** A copy of the ring in which the node has exactly these normal tokens. */
  public static TokenMetadata with(InetAddressAndPort node, SortedSet<Long> tokens) {
    TokenMetadata ring = current().cloneOnlyTokenMap();
    if (tokens.isEmpty()) {
      ring.removeEndpoint(node);
    } else {
      ring.updateNormalTokens(tokens(tokens), node);
    }
    return ring;
  }

  /** What the node gains by {@code step}, when it has {@code done}; by keyspace. */
  public static SortedMap<String, List<Gain>> gains(
      InetAddressAndPort node, SortedSet<Long> done, SortedSet<Long> step) {
    SortedSet<Long> all = new TreeSet<>(done);
    all.addAll(step);
    TokenMetadata before = with(node, done);
    TokenMetadata after = with(node, all);
    SortedMap<String, List<Gain>> gains = new TreeMap<>();
    for (String keyspace : Schema.instance.distributedKeyspaces().names()) {
      gains.put(
          keyspace, gains(Keyspace.open(keyspace).getReplicationStrategy(), node, before, after));
    }
    return gains;
  }

  private static List<Gain> gains(
      AbstractReplicationStrategy strategy,
      InetAddressAndPort node,
      TokenMetadata before,
      TokenMetadata after) {
    List<Gain> gains = new ArrayList<>();
    // The ring after the step has all tokens of the one before: replicas are the same throughout
    // each of its primary ranges, in both rings.
    for (Token right : after.sortedTokens()) {
      EndpointsForRange next = strategy.calculateNaturalReplicas(right, after);
      if (!next.endpoints().contains(node)) {
        continue;
      }
      EndpointsForRange previous =
          before.sortedTokens().isEmpty()
              ? EndpointsForRange.empty(new Range<>(right, right))
              : strategy.calculateNaturalReplicas(right, before);
      if (!previous.endpoints().contains(node)) {
        gains.add(
            new Gain(
                new Range<>(after.getPredecessor(right), right),
                previous.stream()
                    .map(Replica::endpoint)
                    .filter(old -> !next.endpoints().contains(old))
                    .findFirst()));
      }
    }
    return gains;
  }

  public static List<Token> tokens(Collection<Long> tokens) {
    return tokens.stream().map(token -> (Token) new LongToken(token)).toList();
  }

  public static SortedSet<Long> numbers(Collection<Token> tokens) {
    SortedSet<Long> numbers = new TreeSet<>();
    tokens.forEach(token -> numbers.add(number(token)));
    return numbers;
  }

  public static long number(Token token) {
    return token.getLongValue();
  }

  public static TokenRange tokenRange(Range<Token> range) {
    return new TokenRange(number(range.left), number(range.right));
  }

  public static Range<Token> range(TokenRange range) {
    return new Range<>(new LongToken(range.left()), new LongToken(range.right()));
  }
}
