package io.amoeba.coordinator.cluster;

import io.amoeba.coordinator.members.MemberFit;
import io.amoeba.coordinator.members.ServerVersion;
import io.amoeba.coordinator.upkeep.ServerUpkeep;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A primary of the store: its id, its host as it announces it, its port and hash slots, how many
 * keys it held when they were last counted (empty: nobody has counted them), its memory, and its
 * version (each empty: nobody has asked, or it has not told). One without hash slots has how it
 * compares with the others (empty: nobody has asked, or it has not told). Its replicas are those
 * that the cluster knows. Its upkeep is empty if it did not answer when it was last asked.
 * Immutable.
 */
public record Primary(
    String id,
    String host,
    int port,
    List<String> otherHosts,
    List<HashSlotSpan> hashSlots,
    OptionalLong keys,
    Optional<ServerMemory> memory,
    Optional<ServerVersion> version,
    Optional<MemberFit> fit,
    Replicas replicas,
    Optional<ServerUpkeep> upkeep) {

  public Primary {
    otherHosts = List.copyOf(otherHosts);
    hashSlots = List.copyOf(hashSlots);
  }

  /** A primary that was asked nothing. */
  public Primary(
      String id, String host, int port, List<String> otherHosts, List<HashSlotSpan> hashSlots) {
    this(
        id,
        host,
        port,
        otherHosts,
        hashSlots,
        OptionalLong.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Replicas.NONE,
        Optional.empty());
  }

  /** The same with so many keys. */
  public Primary withKeys(OptionalLong counted) {
    return new Primary(
        id, host, port, otherHosts, hashSlots, counted, memory, version, fit, replicas, upkeep);
  }

  /** The same with what it told of its memory. */
  public Primary withMemory(Optional<ServerMemory> told) {
    return new Primary(
        id, host, port, otherHosts, hashSlots, keys, told, version, fit, replicas, upkeep);
  }

  /** The same with its version. */
  public Primary withVersion(Optional<ServerVersion> told) {
    return new Primary(
        id, host, port, otherHosts, hashSlots, keys, memory, told, fit, replicas, upkeep);
  }

  /** The same with how it compares with the primaries that own hash slots. */
  public Primary withFit(Optional<MemberFit> found) {
    return new Primary(
        id, host, port, otherHosts, hashSlots, keys, memory, version, found, replicas, upkeep);
  }

  /** The same with these replicas. */
  public Primary withReplicas(Replicas known) {
    return new Primary(
        id, host, port, otherHosts, hashSlots, keys, memory, version, fit, known, upkeep);
  }

  /** The same with its background work. */
  public Primary withUpkeep(Optional<ServerUpkeep> told) {
    return new Primary(
        id, host, port, otherHosts, hashSlots, keys, memory, version, fit, replicas, told);
  }

  /** Where it takes clients, as it announces it. */
  public ServerAddress address() {
    return new ServerAddress(host, port);
  }

  /** Number of hash slots that it serves. */
  public int hashSlotCount() {
    return HashSlotSpan.count(hashSlots);
  }
}
