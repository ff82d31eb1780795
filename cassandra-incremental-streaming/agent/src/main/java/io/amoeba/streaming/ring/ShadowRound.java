package io.amoeba.streaming.ring;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.MalformedTextException;
import io.amoeba.streaming.protocol.MemberState;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.locator.InetAddressAndPort;

/**
 * What gossip says of joins before this node takes part in it: the answers to its shadow round.
 * Immutable.
 */
public final class ShadowRound {

  /** Of a node that has not gossiped yet. */
  public static final ShadowRound NONE = new ShadowRound(Map.of());

  private final Map<InetAddressAndPort, EndpointState> states;
  private final Set<UUID> voidPlans = new HashSet<>();

  public ShadowRound(Map<InetAddressAndPort, EndpointState> states) {
    this.states = Map.copyOf(states);
    states.values().forEach(state -> voidPlans.addAll(voidPlans(state)));
  }

  private static Collection<UUID> voidPlans(EndpointState state) {
    VersionedValue said = state.getApplicationState(GossipValues.MEMBER_STATE);
    if (said == null) {
      return Set.of();
    }
    try {
      MemberState member = GossipValues.memberState(said);
      return member.acknowledgements().values().stream()
          .filter(Acknowledgement::voided)
          .map(Acknowledgement::plan)
          .toList();
    } catch (MalformedTextException e) {
      // Of another version of the agent; Eligibility will name it.
      return Set.of();
    }
  }

  /** Whether a member says that the plan's node was removed. */
  public boolean isVoid(UUID plan) {
    return voidPlans.contains(plan);
  }

  /** Whether gossip knows the host. */
  public boolean knows(UUID host) {
    return states.values().stream()
        .anyMatch(state -> GossipValues.host(state).filter(host::equals).isPresent());
  }

  /** Why a node without a plan of its own must not join now. */
  public Optional<String> obstacle() {
    for (Map.Entry<InetAddressAndPort, EndpointState> entry : states.entrySet()) {
      if (GossipValues.joinsUnreadably(entry.getValue())) {
        return Optional.of(
            entry.getKey()
                + " joins in a way that this agent does not understand; this node can join when it"
                + " has finished, or was removed");
      }
      Optional<Announcement> announcement =
          GossipValues.announcement(entry.getValue())
              .filter(last -> !isVoid(last.plan()))
              .filter(last -> !last.isEmpty());
      if (announcement.isEmpty()) {
        continue;
      }
      if (!entry.getKey().equals(Rings.self())) {
        return Optional.of(
            entry.getKey()
                + " joins incrementally; this node can join when it has finished, or was removed");
      }
      // What is confirmed may be done by now.
      if (!announcement.get().done().isEmpty() || !announcement.get().confirming().isEmpty()) {
        return Optional.of(
            "The cluster knows an unfinished incremental join of another host at "
                + entry.getKey()
                + ", whose data is not here. Start this node at another address, or remove that"
                + " node first (nodetool removenode)");
      }
    }
    return Optional.empty();
  }
}
