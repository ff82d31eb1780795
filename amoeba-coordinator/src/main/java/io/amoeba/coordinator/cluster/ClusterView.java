package io.amoeba.coordinator.cluster;

import io.amoeba.partitioner.placement.HashSlot;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What every server says at one moment. Immutable.
 *
 * @param servers those that answer, members and others that were asked for
 * @param silent those that do not, with the reason
 */
public record ClusterView(List<ServerView> servers, Map<ServerAddress, String> silent) {

  public ClusterView {
    servers = List.copyOf(servers);
    silent = Collections.unmodifiableMap(new TreeMap<>(silent));
  }

  /** The server with this id, if it answers. */
  public Optional<ServerView> server(String id) {
    return servers.stream().filter(server -> server.id().equals(id)).findFirst();
  }

  /** Those that say that they are primaries. */
  public List<ServerView> primaries() {
    return servers.stream().filter(ServerView::isPrimary).toList();
  }

  /** The primary with this id, if it answers. */
  public Optional<ServerView> primary(String id) {
    return server(id).filter(ServerView::isPrimary);
  }

  /** The primary that took the place of a server that is its replica now; otherwise itself. */
  public String successor(String id) {
    return server(id)
        .filter(server -> !server.isPrimary())
        .map(server -> server.own().primaryId())
        .orElse(id);
  }

  /** The server at this address, if it answers. */
  public Optional<ServerView> at(ServerAddress address) {
    return servers.stream().filter(server -> server.address().equals(address)).findFirst();
  }

  /** Primaries that answer and own hash slots, in their own view. */
  public List<ServerView> owners() {
    return servers.stream().filter(ServerView::ownsHashSlots).toList();
  }

  /** Servers that answer and say that they are replicas of a primary. */
  public List<ServerView> replicas(String primary) {
    return servers.stream().filter(server -> server.own().primaryId().equals(primary)).toList();
  }

  /** All that answer, without one of them. */
  public List<ServerView> without(ServerAddress address) {
    return servers.stream().filter(server -> !server.address().equals(address)).toList();
  }

  /** Primaries and the server that do not know each other yet, in words. */
  public List<String> unacquainted(ServerView server) {
    List<String> unacquainted = new ArrayList<>();
    for (ServerView owner : owners()) {
      if (owner.id().equals(server.id())) {
        continue;
      }
      if (!owner.trusts(server.id())) {
        unacquainted.add("%s does not know %s yet".formatted(owner, server));
      }
      if (!server.trusts(owner.id())) {
        unacquainted.add("%s does not know %s yet".formatted(server, owner));
      }
    }
    return unacquainted;
  }

  /** Whether no primary says that it owns a hash slot itself; a silent server may. */
  public boolean isOwnerless(int hashSlot) {
    return silent.isEmpty() && primaries().stream().noneMatch(primary -> primary.owns(hashSlot));
  }

  /** Primaries that see another owner of a hash slot, or have it in transition, in words. */
  public List<String> disagreements(int hashSlot, String owner) {
    List<String> disagreements = new ArrayList<>();
    for (ServerView primary : primaries()) {
      String seen = primary.ownerOf(hashSlot).orElse("nobody");
      if (!seen.equals(owner)) {
        disagreements.add(
            "hash slot %d belongs to %s, says %s, not to %s"
                .formatted(hashSlot, seen, primary, owner));
      }
      primary.transitionsOf(hashSlot).forEach(noted -> disagreements.add(noted.text(primary)));
    }
    return disagreements;
  }

  /**
   * Hash slots that none of the primaries says to own, and of which each believes that another of
   * them is the owner, or nobody. One that does not answer may serve what others believe it to own.
   */
  public BitSet unserved() {
    List<ServerView> primaries = primaries();
    Set<String> ids = primaries.stream().map(ServerView::id).collect(Collectors.toSet());
    BitSet unserved = new BitSet();
    unserved.set(0, HashSlot.COUNT);
    BitSet believed = new BitSet();
    for (ServerView primary : primaries) {
      unserved.andNot(primary.own().owned());
      for (KnownServer known : primary.known().values()) {
        believed.or(known.owned());
        if (!ids.contains(known.id())) {
          unserved.andNot(known.owned());
        }
      }
    }
    unserved.and(believed); // what nobody believes to be owned is seen by each of them
    return unserved;
  }

  /** What primaries say of hash slots, those together of which they say the same. */
  public List<DisownedHashSlots> disowned(BitSet hashSlots) {
    List<ServerView> primaries = primaries();
    Map<String, String> addresses =
        primaries.stream()
            .collect(Collectors.toMap(ServerView::id, p -> p.address().toString(), (a, b) -> a));
    Map<Map<String, String>, BitSet> byOwners = new LinkedHashMap<>();
    hashSlots.stream()
        .forEach(
            hashSlot -> {
              Map<String, String> owners = new TreeMap<>();
              for (ServerView primary : primaries) {
                String owner = primary.ownerOf(hashSlot).orElse("");
                owners.put(primary.address().toString(), addresses.getOrDefault(owner, owner));
              }
              byOwners.computeIfAbsent(owners, absent -> new BitSet()).set(hashSlot);
            });
    return byOwners.entrySet().stream()
        .map(entry -> new DisownedHashSlots(HashSlots.spans(entry.getValue()), entry.getKey()))
        .toList();
  }

  /**
   * Whether every primary that answers knows that a server has failed, or does not know it. It can
   * then not be promoted, even if it is only cut off.
   */
  public boolean isGone(String id) {
    return !owners().isEmpty()
        && owners().stream()
            .map(owner -> owner.sees(id))
            .allMatch(
                known -> known.isEmpty() || known.get().health() == KnownServer.Health.FAILED);
  }

  /** Why a server does not answer. */
  public String silence(ServerAddress address) {
    String reason = silent.getOrDefault(address, "no server knows it");
    return "%s does not answer (%s): %s".formatted(address, reason, remedy(reason));
  }

  private static String remedy(String reason) {
    if (reason.contains("LOADING")) {
      return "wait until it has loaded its data";
    }
    return reason.contains("NOPERM") || reason.contains("unknown command")
        ? "let the coordinator's user run this command (amoeba doctor names the rules)"
        : "start it again";
  }

  /** Those that do not answer, one by one. */
  public List<String> silences() {
    List<String> silences = new ArrayList<>();
    silent.keySet().forEach(address -> silences.add(silence(address)));
    return silences;
  }
}
