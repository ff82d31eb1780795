package io.amoeba.streaming.member;

import io.amoeba.streaming.protocol.member.CoordinatedTruncations;
import io.amoeba.streaming.protocol.member.CoordinatedTruncations.UnderWay;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.UnavailableException;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.StorageService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The TRUNCATE statements of this node's clients. Cassandra asks the owners of tokens, all of which
 * must be up; so must be a node that joins and whose tokens this one has confirmed, since it may
 * own them by now. Safe for concurrent use.
 */
public final class Truncates {

  private static final Logger logger = LoggerFactory.getLogger(Truncates.class);

  private final CoordinatedTruncations coordinated;
  private final Supplier<Set<InetAddressAndPort>> confirmed;
  private final Runnable ended;

  /** What the thread's present TRUNCATE asks besides the owners of tokens. */
  private final ThreadLocal<@Nullable Set<InetAddressAndPort>> alsoAsked = new ThreadLocal<>();

  /**
   * @param confirmed the joining nodes of which this node has confirmed tokens
   * @param ended runs when a statement has ended
   */
  Truncates(
      CoordinatedTruncations coordinated,
      Supplier<Set<InetAddressAndPort>> confirmed,
      Runnable ended) {
    this.coordinated = coordinated;
    this.confirmed = confirmed;
    this.ended = ended;
  }

  /** The result is for {@link #end}. Throws what Cassandra throws when an owner is down. */
  public @Nullable Object start(String keyspace, String table) {
    TableMetadata metadata = Schema.instance.getTableMetadata(keyspace, table);
    if (metadata == null) {
      return null;
    }
    UnderWay started = coordinated.begin(metadata.id.asUUID(), System.currentTimeMillis());
    try {
      alsoAsked.set(aboutToOwn());
    } catch (UnavailableException e) {
      end(started);
      throw e;
    }
    return started;
  }

  private Set<InetAddressAndPort> aboutToOwn() {
    Set<InetAddressAndPort> nodes = confirmed.get();
    Set<InetAddressAndPort> live = Gossiper.instance.getLiveMembers();
    for (InetAddressAndPort node : nodes) {
      if (!live.contains(node)) {
        logger.info(
            "Cannot perform truncate: {} is down, which joins and may own tokens by now. Start it,"
                + " or remove it",
            node);
        throw UnavailableException.create(
            ConsistencyLevel.ALL,
            StorageService.instance.getLiveRingMembers(true).size() + nodes.size(),
            live.size());
      }
    }
    return nodes;
  }

  /** Before the client has its answer. */
  public void end(@Nullable Object started) {
    alsoAsked.remove();
    if (started instanceof UnderWay underWay) {
      coordinated.end(underWay);
      ended.run();
    }
  }

  /** Adds to the members that a TRUNCATE of this thread is sent to. */
  public void addJoiningNodes(Set<InetAddressAndPort> members) {
    Set<InetAddressAndPort> nodes = alsoAsked.get();
    if (nodes != null) {
      members.addAll(nodes);
    }
  }
}
