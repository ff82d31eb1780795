package io.amoeba.hints.cluster;

import io.amoeba.agentkit.gossip.GossipedText;
import java.util.List;
import java.util.UUID;
import org.apache.cassandra.gms.ApplicationState;
import org.apache.cassandra.gms.FailureDetector;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.service.StorageService;
import org.apache.cassandra.utils.FBUtilities;

/** Which nodes have the agent, as they say in gossip. Safe for concurrent use. */
public final class Peers {

  /*
   * X_11_PADDING, the one state that has the same number in all lines, belongs to the agent for
   * incremental joins. X9 is unused, too, and 4.1, which has one state less, knows its number as
   * X10; the number of X10 it would not know at all.
   */
  private static final GossipedText SUPPORT = new GossipedText(ApplicationState.X9);

  private static final String VALUE = "read-hints:1";

  private Peers() {}

  /**
   * Announces to the others that this node supports hints; false when gossip has not started yet.
   */
  public static boolean advertise() {
    return SUPPORT.tell(VALUE);
  }

  public static InetAddressAndPort self() {
    return FBUtilities.getBroadcastAddressAndPort();
  }

  /** The node's host id, which stays when its address changes; or else the address. */
  public static Object identity(InetAddressAndPort peer) {
    UUID host = StorageService.instance.getTokenMetadata().getHostId(peer);
    return host == null ? peer : host;
  }

  /** Whether a hint can be sent there now. */
  public static boolean isReachable(InetAddressAndPort peer) {
    return peer.equals(self()) || (FailureDetector.instance.isAlive(peer) && hasAgent(peer));
  }

  public static boolean hasAgent(InetAddressAndPort peer) {
    return VALUE.equals(SUPPORT.of(peer));
  }

  /** Whether a node is up that hints can be sent to, and none is known that is not up. */
  public static boolean allUp() {
    return Gossiper.instance.getUnreachableMembers().isEmpty() && !reachable().isEmpty();
  }

  /** All other nodes that hints can be sent to now. */
  public static List<InetAddressAndPort> reachable() {
    return Gossiper.instance.getLiveMembers().stream()
        .filter(peer -> !peer.equals(self()) && hasAgent(peer))
        .toList();
  }
}
