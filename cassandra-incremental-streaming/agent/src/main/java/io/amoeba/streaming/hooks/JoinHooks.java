package io.amoeba.streaming.hooks;

import io.amoeba.streaming.ring.Rings;
import java.util.Collection;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.streaming.CassandraStreamReceiver;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.locator.RangesAtEndpoint;
import org.apache.cassandra.locator.TokenMetadata;
import org.apache.cassandra.streaming.ProgressInfo;
import org.apache.cassandra.streaming.StreamSession;
import org.jspecify.annotations.Nullable;

/**
 * Called in place of Cassandra's bootstrap, and for what this node receives meanwhile. A result of
 * null leaves the matter to Cassandra; an exception ends the join.
 */
public final class JoinHooks {

  private JoinHooks() {}

  public static boolean shouldBootstrap(boolean should) {
    return should || LocalNode.get().joining.isRestarted();
  }

  public static @Nullable Collection<?> prepareForBootstrap(
      long schemaTimeoutMillis, long ringTimeoutMillis) {
    return LocalNode.get().joining.prepare(schemaTimeoutMillis, ringTimeoutMillis);
  }

  public static @Nullable Boolean bootstrap(Collection<Token> tokens) {
    return LocalNode.get().joining.bootstrap(tokens);
  }

  public static @Nullable Boolean resumeBootstrap() {
    return LocalNode.get().joining.resumeBootstrap() ? Boolean.TRUE : null;
  }

  /** The ranges that a joining node will have at the end, for the boundaries of its disks. */
  public static @Nullable RangesAtEndpoint finalRanges(
      ColumnFamilyStore table, TokenMetadata ring) {
    return LocalNode.get()
        .joining
        .finalTokens()
        .map(
            tokens ->
                table
                    .keyspace
                    .getReplicationStrategy()
                    .getAddressReplicas(Rings.with(Rings.self(), tokens), Rings.self()))
        .orElse(null);
  }

  public static void streamed(StreamSession session, ProgressInfo.Direction direction, long bytes) {
    LocalNode node = LocalNode.get();
    if (direction == ProgressInfo.Direction.IN && node.joining.isJoining()) {
      node.pacing.taken(session.peer, bytes);
    }
  }

  /**
   * Whether a table that was received whole is added to this node's data; if not, it is deleted.
   */
  public static boolean mayAdd(CassandraStreamReceiver receiver, StreamSession session) {
    boolean adds = LocalNode.get().joining.received().mayAdd(session);
    if (!adds) {
      receiver.abort();
    }
    return adds;
  }

  public static void added(boolean adds) {
    if (adds) {
      LocalNode.get().joining.received().added();
    }
  }
}
