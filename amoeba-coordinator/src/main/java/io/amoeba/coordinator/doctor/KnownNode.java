package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.monitor.Primary;
import io.amoeba.coordinator.monitor.ServerAddress;
import java.util.List;
import java.util.Set;

/**
 * A Redis node as another one (or itself) knows it: a line of CLUSTER NODES. {@code primaryId} is
 * empty for primaries; {@code openMigrations} are hash slots that only the node itself tells.
 * Immutable.
 */
public record KnownNode(
    String id,
    String host,
    int port,
    List<String> otherHosts,
    Set<String> flags,
    String primaryId,
    boolean linked,
    List<HashSlotSpan> hashSlots,
    int openMigrations) {

  public KnownNode {
    otherHosts = List.copyOf(otherHosts);
    flags = Set.copyOf(flags);
    hashSlots = List.copyOf(hashSlots);
  }

  /** {@code host:port} as the node announces it. */
  public String address() {
    return new ServerAddress(host, port).toString();
  }

  boolean isMyself() {
    return flags.contains("myself");
  }

  boolean isPrimary() {
    return flags.contains("master");
  }

  /** Whether the telling node, or the majority, thinks that it is down. */
  boolean isFailing() {
    return flags.contains("fail") || flags.contains("fail?");
  }

  /** Whether it may be connected to: its address is known and its greeting is over. */
  public boolean hasAddress() {
    return port > 0 && !flags.contains("noaddr") && !flags.contains("handshake");
  }

  int hashSlotCount() {
    return hashSlots.stream().mapToInt(HashSlotSpan::count).sum();
  }

  Primary asPrimary() {
    return new Primary(id, host, port, otherHosts, hashSlots);
  }
}
