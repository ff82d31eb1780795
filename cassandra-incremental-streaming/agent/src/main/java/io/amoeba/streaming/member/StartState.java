package io.amoeba.streaming.member;

import io.amoeba.streaming.protocol.member.HeldJoin;
import io.amoeba.streaming.ring.Rings;
import io.amoeba.streaming.ring.ShadowRound;
import java.util.UUID;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.UntypedResultSet;

/**
 * What this node's disk and the cluster say of its last start, read before it gossips. Confined to
 * the thread that starts Cassandra.
 */
public final class StartState {

  private ShadowRound cluster = ShadowRound.NONE;
  private boolean ringLoaded;
  private long previousGeneration;

  /**
   * Before this start's gossip generation is on disk. Cassandra may load the ring several times.
   */
  public void ringLoaded() {
    if (!ringLoaded) {
      ringLoaded = true;
      previousGeneration = storedGeneration();
    }
  }

  private static long storedGeneration() {
    UntypedResultSet rows =
        QueryProcessor.executeInternal(
            "SELECT gossip_generation FROM system.local WHERE key='local'");
    return rows.isEmpty() || !rows.one().has("gossip_generation")
        ? 0
        : rows.one().getInt("gossip_generation");
  }

  public void shadowRound(ShadowRound states) {
    cluster = states;
  }

  /** The gossip generation of the last start, with the agent or without. */
  long previousGeneration() {
    return previousGeneration;
  }

  /**
   * Throws when this node has the address at which it knows another host that may serve tokens.
   * Until gossip says where that host is now, this node would coordinate requests with a ring
   * without it.
   */
  void requireOtherAddress(UUID host, HeldJoin held) {
    if (held.isBound()
        && held.endpoint().equals(Rings.name(Rings.self()))
        && !cluster.knows(host)) {
      throw new IllegalStateException(
          held.endpoint()
              + " was the address of host "
              + host
              + ", which joins incrementally and serves tokens: start that node first, at its new"
              + " address, then this one");
    }
  }
}
