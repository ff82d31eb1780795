package io.amoeba.streaming.hooks;

import io.amoeba.streaming.agent.AgentState;
import io.amoeba.streaming.member.KnownJoins;
import io.amoeba.streaming.ring.GossipValues;
import io.amoeba.streaming.ring.Rings;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.IMutation;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.streaming.CassandraStreamReceiver;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.gms.ApplicationState;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.locator.EndpointsForToken;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.RangesAtEndpoint;
import org.apache.cassandra.locator.TokenMetadata;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.streaming.ProgressInfo;
import org.apache.cassandra.streaming.StreamOperation;
import org.apache.cassandra.streaming.StreamSession;
import org.jspecify.annotations.Nullable;

/**
 * The one class that patched methods of Cassandra call. What it throws reaches Cassandra: a join
 * fails loudly rather than go on with half of what it needs.
 */
public final class JoinHooks {

  private JoinHooks() {}

  /** Made at the first use, which is after Cassandra has read its configuration. */
  private static final class Holder {
    static final JoinNode NODE = new JoinNode();
  }

  private static JoinNode node() {
    return Holder.NODE;
  }

  public static void viewsRegistered() {
    node().showOperators();
  }

  public static void streamed(ProgressInfo.Direction direction, long bytes) {
    JoinNode node = node();
    if (direction == ProgressInfo.Direction.IN && node.joiner.isJoining()) {
      node.pacer.taken(bytes);
    }
  }

  public static void ringLoaded() {
    node().ringLoaded();
  }

  public static void gossipStarts(int generation, Map<ApplicationState, VersionedValue> states) {
    node().gossipStarts(generation, states);
  }

  public static void shadowRound(Map<InetAddressAndPort, EndpointState> states) {
    node().shadowRound(states);
  }

  public static boolean handlesChange(
      InetAddressAndPort endpoint, ApplicationState state, VersionedValue value) {
    return node().handlesChange(endpoint, state, value);
  }

  public static void changed(
      InetAddressAndPort endpoint, ApplicationState state, VersionedValue value) {
    node().changed(endpoint, state, value);
  }

  public static void removed(InetAddressAndPort endpoint) {
    node().member.removed(endpoint);
  }

  public static EndpointsForToken pending(
      Object tokenMetadata, Token token, String keyspace, EndpointsForToken pending) {
    JoinNode node = node();
    return node.extras.isEmpty() || tokenMetadata != Rings.current()
        ? pending
        : node.extras.added(token, keyspace, pending);
  }

  public static boolean localPending(String keyspace, Token token, boolean pending) {
    JoinNode node = node();
    return pending || (!node.extras.isEmpty() && node.extras.has(keyspace, token, Rings.self()));
  }

  public static boolean silentShutdown(EndpointState state, boolean silent) {
    return silent || state.getStatus().equals(GossipValues.PARTIAL_JOIN);
  }

  /**
   * Members keep pending tokens for the joiner timeout, and then some; a node that may serve what
   * they have confirmed until it is removed, also when it has started without the agent since. Of
   * its former address they need nothing.
   */
  public static long fatClientTimeout(EndpointState state, long millis) {
    KnownJoins known = node().member.known();
    Optional<UUID> host = GossipValues.host(state);
    if (host.filter(one -> known.isFormer(one, state)).isPresent()) {
      return millis;
    }
    if (host.filter(known::isBoundTo).isPresent()) {
      return Long.MAX_VALUE;
    }
    return state.getStatus().equals(GossipValues.PARTIAL_JOIN)
        ? Math.max(millis, 2 * AgentState.get().options().joinerTimeout().toMillis())
        : millis;
  }

  /** Whether another node's read is refused; that node has been told then. */
  public static boolean refusesRead(Message<?> message) {
    JoinNode node = node();
    return message.payload instanceof ReadCommand command
        && (node.joiner.isJoining() || node.member.hasJoins())
        && node.reads.refuses(message, command);
  }

  /** Whether another node's write is refused; that node has been told then. */
  public static boolean refusesWrite(Message<?> message, InetAddressAndPort coordinator) {
    JoinNode node = node();
    return message.payload instanceof IMutation mutation
        && (node.joiner.isJoining() || node.member.hasJoins())
        && WriteGate.refuses(message, mutation, coordinator);
  }

  /**
   * Another node asks for data, or loads some. Throws, which fails its session, when it must not.
   */
  public static void dataWanted(StreamSession session) {
    if (session.getStreamOperation() == StreamOperation.BOOTSTRAP) {
      node().refuseBootstrap(session.peer);
    } else if (session.getStreamOperation() == StreamOperation.BULK_LOAD) {
      node().refuseBulkLoad(session.peer);
    }
  }

  /**
   * This node's gossip state for a message about lightweight transactions, as it is now. Cassandra
   * counts a message's bytes when it is queued and drops it if they are others when it is written;
   * a joining node's state changes all the time, and the repair of Paxos waits for an answer.
   */
  public static EndpointState stateForMessage(EndpointState state) {
    return new EndpointState(state);
  }

  /** Whether a table that has come whole is added to this node's data; if not, it is deleted. */
  public static boolean mayAdd(CassandraStreamReceiver receiver, StreamSession session) {
    boolean adds = node().joiner.received().mayAdd(session);
    if (!adds) {
      receiver.abort();
    }
    return adds;
  }

  public static void added(boolean adds) {
    if (adds) {
      node().joiner.received().added();
    }
  }

  /** A TRUNCATE that this node coordinates; returns what {@link #truncateEnds} wants. */
  public static @Nullable Object truncateBegins(String keyspace, String table) {
    return node().truncateBegins(keyspace, table);
  }

  public static void truncateEnds(@Nullable Object begun) {
    node().member.truncates().end(begun);
  }

  /** Whom Cassandra takes for live members; a TRUNCATE asks all of them. */
  public static void liveMembers(Set<InetAddressAndPort> members) {
    node().member.truncates().askToo(members);
  }

  /** SSTables that an operator adds to this node alone. */
  public static void refuseImport() {
    node().refuseDuringJoin("import of SSTables");
  }

  public static boolean shouldBootstrap(boolean should) {
    return should || node().joiner.isRestarted();
  }

  /**
   * Whether a node may start where the cluster remembers one of this host and this status. Without
   * the agent it has started for a moment, and left a status that no new node may have.
   */
  public static boolean safeForStartup(
      @Nullable EndpointState remembered, UUID host, boolean safe) {
    return safe
        || (remembered != null
            && node().joiner.isRestarted()
            && GossipValues.endedBeforeJoining(remembered)
            && GossipValues.host(remembered).equals(Optional.of(host)));
  }

  public static @Nullable Collection<?> prepareForBootstrap(
      long schemaTimeoutMillis, long ringTimeoutMillis) {
    return node().joiner.prepare(schemaTimeoutMillis, ringTimeoutMillis);
  }

  public static @Nullable Boolean bootstrap(Collection<Token> tokens) {
    return node().joiner.bootstrap(tokens);
  }

  public static @Nullable Boolean resumeBootstrap() {
    return node().joiner.resumeBootstrap() ? Boolean.TRUE : null;
  }

  public static @Nullable RangesAtEndpoint finalRanges(
      ColumnFamilyStore table, TokenMetadata ring) {
    return node()
        .joiner
        .finalTokens()
        .map(
            tokens ->
                table
                    .keyspace
                    .getReplicationStrategy()
                    .getAddressReplicas(Rings.with(Rings.self(), tokens), Rings.self()))
        .orElse(null);
  }

  public static void refuseDuringJoin(String operation) {
    node().refuseDuringJoin(operation);
  }

  /** Whether Cassandra's own schedule of repairs skips this turn. */
  public static boolean postponesAutoRepair() {
    return node().postponesAutoRepair();
  }

  public static void refuseRemoval(String hostId) {
    node().refuseRemoval(hostId);
  }

  public static void refuseAssassination(String address) {
    node().refuseAssassination(address);
  }
}
