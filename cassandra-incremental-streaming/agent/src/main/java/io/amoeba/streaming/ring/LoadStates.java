package io.amoeba.streaming.ring;

import io.amoeba.agentkit.gossip.GossipedText;
import io.amoeba.streaming.protocol.MalformedTextException;
import io.amoeba.streaming.protocol.pace.LoadReport;
import io.amoeba.streaming.protocol.pace.LoadReportCodec;
import java.util.Optional;
import org.apache.cassandra.gms.ApplicationState;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.locator.InetAddressAndPort;

/**
 * What nodes gossip for the pace of joins, beside what they gossip for its safety: it changes every
 * few seconds, and agents of earlier versions pass it over. Safe for concurrent use.
 */
public final class LoadStates {

  /**
   * Unused by Cassandra, and the same number in all releases of the 5.0 line, like {@code X8} of
   * read shift and {@code X9} of read hints.
   */
  private static final ApplicationState STATE = ApplicationState.X7;

  private static final GossipedText STATES = new GossipedText(STATE);

  private LoadStates() {}

  /** Not from the gossip stage. Does nothing before gossip has started. */
  public static void tell(LoadReport report) {
    STATES.tell(LoadReportCodec.encode(report));
  }

  /** What a node has said last; nothing where it has no agent, or one that says other things. */
  public static Optional<Heard> of(InetAddressAndPort node) {
    EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(node);
    VersionedValue value = state == null ? null : state.getApplicationState(STATE);
    if (state == null || value == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Heard(
              state.getHeartBeatState().getGeneration(),
              value.version,
              LoadReportCodec.decode(value.value)));
    } catch (MalformedTextException e) {
      return Optional.empty();
    }
  }

  /**
   * A report, and when it was said.
   *
   * @param generation of the node's start
   * @param version grows with each report of it
   */
  public record Heard(int generation, int version, LoadReport report) {

    /** Whether it says the same as another one, because it is that one. */
    public boolean isSameAs(Heard other) {
      return generation == other.generation && version == other.version;
    }
  }
}
