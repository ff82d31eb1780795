package io.amoeba.streaming.protocol.join;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.Truncations;
import org.jspecify.annotations.Nullable;

/**
 * A node that may coordinate requests, as the joining node knows it from gossip. Down ones count.
 *
 * @param host its host id, which stays when its address changes
 * @param endpoint its address, as in {@link Transfer#sender()}
 * @param alive whether the failure detector holds it for alive, and it is in the ring
 * @param hibernating whether it keeps out of the ring (join_ring=false), where it serves clients as
 *     others do; whether it runs, only its acknowledgements say
 * @param hasAgent whether its current generation gossips a {@code MemberState} of our protocol
 *     version
 * @param release Cassandra's release, for people
 * @param generation its gossip generation
 * @param acknowledgement of our plan in that generation, if any
 * @param truncations that it has coordinated, said with the acknowledgement
 * @param load the data on its disks, in any unit; only compared
 * @param pendingCompactions as it says; only compared
 */
public record Member(
    String host,
    String endpoint,
    boolean alive,
    boolean hibernating,
    boolean hasAgent,
    String release,
    long generation,
    @Nullable Acknowledgement acknowledgement,
    Truncations truncations,
    double load,
    int pendingCompactions) {

  /** For people: why it is not to be counted on, if so. */
  public String standing() {
    if (alive) {
      return "";
    }
    return hibernating ? " (hibernates)" : " (down)";
  }
}
