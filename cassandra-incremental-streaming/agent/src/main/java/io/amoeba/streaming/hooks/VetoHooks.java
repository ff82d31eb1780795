package io.amoeba.streaming.hooks;

import io.amoeba.streaming.member.KnownJoin;
import io.amoeba.streaming.ring.GossipValues;
import io.amoeba.streaming.ring.Hosts;
import io.amoeba.streaming.ring.Rings;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.streaming.StreamOperation;
import org.apache.cassandra.streaming.StreamSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Called before operations that must not run while a node joins; throws IllegalStateException where
 * one must not. Safe for concurrent use.
 */
public final class VetoHooks {

  private static final Logger logger = LoggerFactory.getLogger(VetoHooks.class);

  /** Of a node that gossips no host id. */
  private static final UUID NO_HOST = new UUID(0, 0);

  private VetoHooks() {}

  public static void refuseDuringJoin(String operation) {
    LocalNode node = LocalNode.get();
    if (node.joining.isJoining()) {
      throw new IllegalStateException(
          operation
              + " is refused: this node joins incrementally; wait for its end, or stop this node"
              + " and remove it");
    }
    List<InetAddressAndPort> joining =
        node.member.known().pending().stream().map(KnownJoin::endpoint).toList();
    if (!joining.isEmpty()) {
      throw new IllegalStateException(
          operation
              + " is refused: "
              + joining
              + " joins incrementally; wait for its end, or remove that node");
    }
  }

  /** Another node bootstraps from this one, or loads data into it. */
  public static void refuseSession(StreamSession session) {
    if (session.getStreamOperation() == StreamOperation.BOOTSTRAP) {
      refuseBootstrap(session.peer);
    } else if (session.getStreamOperation() == StreamOperation.BULK_LOAD) {
      refuseBulkLoad(session.peer);
    }
  }

  private static void refuseBootstrap(InetAddressAndPort peer) {
    LocalNode node = LocalNode.get();
    EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(peer);
    boolean runsAgent = state != null && GossipValues.runsAgent(state);
    List<KnownJoin> joins = new ArrayList<>(node.member.known().pending());
    node.joining
        .announcement()
        .ifPresent(own -> joins.add(new KnownJoin(Hosts.self(), Rings.self(), own)));
    new BootstrapGate(joins)
        .inTheWayOf(peer, Hosts.at(peer).orElse(NO_HOST), runsAgent)
        .ifPresent(
            joining -> {
              String refusal =
                  peer
                      + " bootstraps and gets no data: "
                      + joining
                      + " joins incrementally, which "
                      + (runsAgent ? "has precedence" : "a node without the agent does not see")
                      + ". Stop "
                      + peer
                      + " and delete its data; let it join, with the agent, when "
                      + joining
                      + " has finished, or was removed";
              logger.warn(refusal);
              throw new IllegalStateException(refusal);
            });
  }

  /** sstableloader sends data to the owners of tokens alone. */
  private static void refuseBulkLoad(InetAddressAndPort loader) {
    try {
      refuseDuringJoin("bulk load (sstableloader)");
    } catch (IllegalStateException e) {
      logger.warn("{} loads no data: {}", loader, e.getMessage());
      throw e;
    }
  }

  /** Whether Cassandra's own schedule of repairs skips this turn. */
  public static boolean postponesAutoRepair() {
    LocalNode node = LocalNode.get();
    boolean postpones = node.joining.isJoining() || !node.member.known().pending().isEmpty();
    if (postpones) {
      logger.info("Auto-repair skips this turn: a node joins incrementally");
    }
    return postpones;
  }

  public static void refuseRemoval(String hostId) {
    if (!LocalNode.get().member.known().follows(UUID.fromString(hostId))) {
      refuseDuringJoin("removenode");
    }
  }

  /** removenode refuses a node without tokens, which nothing depends on yet. */
  public static void refuseAssassination(String address) {
    InetAddressAndPort endpoint;
    try {
      endpoint = InetAddressAndPort.getByName(address);
    } catch (UnknownHostException e) {
      // Cassandra reports it itself.
      return;
    }
    boolean ownsNothing =
        LocalNode.get().member.known().all().stream()
            .anyMatch(join -> join.endpoint().equals(endpoint) && join.last().done().isEmpty());
    if (!ownsNothing) {
      refuseDuringJoin("assassinate");
    }
  }
}
