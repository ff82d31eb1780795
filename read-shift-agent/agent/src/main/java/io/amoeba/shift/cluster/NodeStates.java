package io.amoeba.shift.cluster;

import io.amoeba.agentkit.gossip.GossipedText;
import io.amoeba.shift.protocol.node.NodeState;
import io.amoeba.shift.protocol.node.PeerView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.gms.ApplicationState;
import org.apache.cassandra.gms.FailureDetector;
import org.apache.cassandra.locator.IEndpointSnitch;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.service.StorageService;
import org.apache.cassandra.utils.FBUtilities;

/** The states of this node and of the others in its data centre. Safe for concurrent use. */
public final class NodeStates {

  /*
   * X_11_PADDING belongs to the agent for incremental joins, X9 to the one for read hints. X8 is
   * unused, too, and all releases of the 5.0 line give it the same number.
   */
  private static final GossipedText STATES = new GossipedText(ApplicationState.X8);

  private final RangeSharing ranges = new RangeSharing();
  private final AtomicLong unreadable = new AtomicLong();

  /** Tells the other nodes; does nothing before gossip has started. */
  public void tell(NodeState state) {
    STATES.tell(state.text());
  }

  /** The other members of this data centre. */
  public List<PeerView> peers() {
    IEndpointSnitch snitch = DatabaseDescriptor.getEndpointSnitch();
    List<InetAddressAndPort> members = members(snitch);
    boolean racksSeparate = ranges.racksSeparate(members);
    List<PeerView> peers = new ArrayList<>();
    for (InetAddressAndPort member : members) {
      if (!member.equals(self())) {
        peers.add(
            new PeerView(
                id(member),
                member.getHostAddressAndPort(),
                FailureDetector.instance.isAlive(member),
                !racksSeparate || !snitch.getRack(member).equals(snitch.getLocalRack()),
                state(member)));
      }
    }
    return peers;
  }

  /**
   * The racks of this data centre, if no two nodes of a rack have a range in common; empty: they
   * may have.
   */
  public List<String> separateRacks() {
    IEndpointSnitch snitch = DatabaseDescriptor.getEndpointSnitch();
    List<InetAddressAndPort> members = members(snitch);
    return ranges.racksSeparate(members)
        ? members.stream().map(snitch::getRack).distinct().toList()
        : List.of();
  }

  public String ownRack() {
    return DatabaseDescriptor.getEndpointSnitch().getLocalRack();
  }

  private static List<InetAddressAndPort> members(IEndpointSnitch snitch) {
    return StorageService.instance.getTokenMetadata().getAllEndpoints().stream()
        .filter(member -> snitch.getDatacenter(member).equals(snitch.getLocalDatacenter()))
        .toList();
  }

  private Optional<NodeState> state(InetAddressAndPort node) {
    String text = STATES.of(node);
    if (text == null) {
      return Optional.empty();
    }
    Optional<NodeState> state = NodeState.parse(text, System.currentTimeMillis());
    if (state.isEmpty()) {
      unreadable.incrementAndGet();
    }
    return state;
  }

  /** How often the state of a node could not be read. */
  public long unreadable() {
    return unreadable.get();
  }

  /** This node's id for the others. */
  public String ownId() {
    return id(self());
  }

  private static String id(InetAddressAndPort node) {
    UUID host = StorageService.instance.getTokenMetadata().getHostId(node);
    return host == null ? node.getHostAddressAndPort() : host.toString();
  }

  private static InetAddressAndPort self() {
    return FBUtilities.getBroadcastAddressAndPort();
  }
}
