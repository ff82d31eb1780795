package io.amoeba.streaming.hooks;

import io.amoeba.streaming.ring.Rings;
import java.util.Set;
import org.apache.cassandra.db.IMutation;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.locator.EndpointsForToken;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.net.Message;
import org.jspecify.annotations.Nullable;

/**
 * Called for clients' reads, writes and TRUNCATE statements: which replicas they use while a node
 * joins. Safe for concurrent use.
 */
public final class RequestHooks {

  private RequestHooks() {}

  /** The pending replicas of a token, with those that losing replicas and joining nodes need. */
  public static EndpointsForToken pending(
      Object tokenMetadata, Token token, String keyspace, EndpointsForToken pending) {
    LocalNode node = LocalNode.get();
    return node.extras.isEmpty() || tokenMetadata != Rings.current()
        ? pending
        : node.extras.added(token, keyspace, pending);
  }

  /** Whether this node is a pending replica of a token. */
  public static boolean localPending(String keyspace, Token token, boolean pending) {
    LocalNode node = LocalNode.get();
    return pending || (!node.extras.isEmpty() && node.extras.has(keyspace, token, Rings.self()));
  }

  /** Whether another node's read is refused; that node has its answer then. */
  public static boolean refusesRead(Message<?> message) {
    LocalNode node = LocalNode.get();
    return message.payload instanceof ReadCommand command
        && node.seesJoin()
        && node.reads.refuses(message, command);
  }

  /** Whether another node's write is refused; that node has its answer then. */
  public static boolean refusesWrite(Message<?> message, InetAddressAndPort coordinator) {
    return message.payload instanceof IMutation mutation
        && LocalNode.get().seesJoin()
        && WriteGate.refuses(message, mutation, coordinator);
  }

  /**
   * A TRUNCATE that this node coordinates; the result is for {@link #truncateEnds}. Throws while
   * this node joins.
   */
  public static @Nullable Object truncateStarts(String keyspace, String table) {
    LocalNode node = LocalNode.get();
    if (node.joining.isJoining()) {
      throw new IllegalStateException(
          "TRUNCATE of %s.%s is refused: this node joins incrementally; use another coordinator"
              .formatted(keyspace, table));
    }
    return node.member.truncates().start(keyspace, table);
  }

  public static void truncateEnds(@Nullable Object started) {
    LocalNode.get().member.truncates().end(started);
  }

  /** Adds to the nodes that a TRUNCATE of this thread is sent to. */
  public static void liveMembers(Set<InetAddressAndPort> members) {
    LocalNode.get().member.truncates().addJoiningNodes(members);
  }
}
