package io.amoeba.coordinator.promotion;

import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.ServerAddress;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A replica that is to take over from its primary, and what must not change before. Immutable.
 *
 * @param text in words, for people
 * @param phase of the operation, for people
 * @param primary id of the primary
 * @param primaryAddress where it was
 * @param server where the replica is
 * @param serverId its id
 * @param formerStays whether the primary stays as a replica of the new one
 * @param epoch of the primary's claim to its hash slots; empty: any, as a join may settle equal
 *     epochs
 * @param hashSlots what the primary owns
 */
public record Takeover(
    String text,
    String phase,
    String primary,
    ServerAddress primaryAddress,
    ServerAddress server,
    String serverId,
    boolean formerStays,
    OptionalLong epoch,
    List<HashSlotSpan> hashSlots) {

  public Takeover {
    hashSlots = List.copyOf(hashSlots);
  }

  /** Servers that have to be asked even when no member knows them. */
  public Set<ServerAddress> servers() {
    return Set.of(primaryAddress, server);
  }

  /** In words, with what goes on now (empty: nothing worth a word). */
  public String underWay(String now) {
    return "%s -> %s, %s%s"
        .formatted(primaryAddress, server, phase, now.isEmpty() ? "" : ": " + now);
  }

  /** A phase took longer than it may. */
  public ClusterFailure tooLong(Duration limit, List<String> missing, String remedy) {
    return new ClusterFailure(
        ClusterFailure.Kind.TOO_LONG,
        "%s took longer than %d ms: %s"
            .formatted(text, limit.toMillis(), String.join("; ", missing)),
        remedy);
  }
}
