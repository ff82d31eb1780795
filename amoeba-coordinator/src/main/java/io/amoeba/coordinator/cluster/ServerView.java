package io.amoeba.coordinator.cluster;

import io.amoeba.coordinator.cluster.ServerInfo.Elections;
import io.amoeba.coordinator.cluster.ServerInfo.Replication;
import io.amoeba.coordinator.upkeep.ServerWork;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a server says of itself and of the others. Immutable.
 *
 * @param address where it was asked
 * @param known all servers that it knows, by id, itself among them
 * @param transitions hash slots that it has noted as {@code MIGRATING} or {@code IMPORTING}
 * @param info empty: it was asked for CLUSTER NODES alone
 */
public record ServerView(
    ServerAddress address,
    String id,
    Map<String, KnownServer> known,
    List<Transition> transitions,
    Optional<ServerInfo> info) {

  /**
   * A hash slot that a primary has noted as {@code MIGRATING} or {@code IMPORTING}. Immutable.
   *
   * @param migrating true: it migrates to the other primary; false: it is imported from there
   * @param other id of the other primary
   */
  public record Transition(int hashSlot, boolean migrating, String other) {

    /** In words, with the primary that has noted it. */
    public String text(ServerView primary) {
      return "hash slot %d %s %s, says %s"
          .formatted(hashSlot, migrating ? "migrates to" : "is imported from", other, primary);
    }
  }

  public ServerView {
    known = Collections.unmodifiableMap(new LinkedHashMap<>(known));
    transitions = List.copyOf(transitions);
  }

  /** Of its own line of CLUSTER NODES and of the others, in their order. */
  public static ServerView of(
      ServerAddress address,
      KnownServer own,
      List<KnownServer> others,
      List<Transition> transitions,
      Optional<ServerInfo> info) {
    Map<String, KnownServer> known = new LinkedHashMap<>();
    others.forEach(other -> known.put(other.id(), other));
    known.put(own.id(), own);
    return new ServerView(address, own.id(), known, transitions, info);
  }

  /** Its own line: role, claim, hash slots. */
  public KnownServer own() {
    return Objects.requireNonNull(known.get(id));
  }

  /** All others that it knows. */
  public List<KnownServer> others() {
    return known.values().stream().filter(server -> !server.id().equals(id)).toList();
  }

  /** Whether it says that it is a primary. */
  public boolean isPrimary() {
    return own().isPrimary();
  }

  /** Whether it is a primary that owns hash slots, in its own view. */
  public boolean ownsHashSlots() {
    return isPrimary() && !own().hashSlots().isEmpty();
  }

  /** Whether it owns a hash slot, in its own view. */
  public boolean owns(int hashSlot) {
    return own().owns(hashSlot);
  }

  /** How it sees a server, itself included. */
  public Optional<KnownServer> sees(String server) {
    return Optional.ofNullable(known.get(server));
  }

  /** Whether it knows a server and does not doubt it. */
  public boolean trusts(String server) {
    return sees(server).filter(seen -> seen.health() == KnownServer.Health.GOOD).isPresent();
  }

  /** The id of the owner of a hash slot, in its view; empty: nobody. */
  public Optional<String> ownerOf(int hashSlot) {
    return known.values().stream()
        .filter(server -> server.owns(hashSlot))
        .map(KnownServer::id)
        .findFirst();
  }

  /** The hash slots that it sees a server own. */
  public BitSet ownedBy(String server) {
    return sees(server).map(KnownServer::owned).orElseGet(BitSet::new);
  }

  /** A server's epoch, as far as this one has heard of it; -1: it does not know the server. */
  public long epochOf(String server) {
    return sees(server).map(KnownServer::epoch).orElse(-1L);
  }

  /** What it has noted of a hash slot. */
  public List<Transition> transitionsOf(int hashSlot) {
    return transitions.stream().filter(noted -> noted.hashSlot() == hashSlot).toList();
  }

  /**
   * Members of another cluster that it knows: joining it would make one cluster of two. Those that
   * are no longer reached count, too.
   */
  public List<KnownServer> ofAnotherCluster(ServerView primary) {
    return others().stream()
        .filter(other -> other.health() != KnownServer.Health.HANDSHAKE)
        .filter(other -> !primary.known.containsKey(other.id()))
        .toList();
  }

  /** Its memory, if its limit is lower than a primary's: one at its own limit fits the same. */
  public Optional<ServerMemory> lowerMemory(ServerView primary) {
    return memory()
        .filter(own -> own.mostBytes().isPresent())
        .filter(
            own ->
                primary.memory().stream()
                    .allMatch(
                        other ->
                            other.mostBytes().orElse(Long.MAX_VALUE)
                                > own.mostBytes().getAsLong()));
  }

  /** What it says of its replication. */
  public Replication replication() {
    return told().replication();
  }

  /** Number of keys that it holds, or -1 while it loads them. */
  public long keys() {
    return told().keys();
  }

  /** Whether it says that the cluster's state is ok. */
  public boolean clusterWorks() {
    return told().clusterWorks();
  }

  /** Empty: it does not tell. */
  public Optional<ServerMemory> memory() {
    return told().memory();
  }

  /** What its process says of elections. */
  public Elections elections() {
    return told().elections();
  }

  /** What would make it refuse writes as a primary. */
  public WriteGuards writeGuards() {
    return told().writeGuards();
  }

  /** Its saves and rewrites. */
  public ServerWork work() {
    return told().work();
  }

  /** How often its process has sent a replica all data; empty: it does not tell. */
  public OptionalLong fullCopies() {
    return told().fullCopies();
  }

  private ServerInfo told() {
    return info.orElseThrow(() -> new IllegalStateException(this + " was asked for nodes alone"));
  }

  @Override
  public String toString() {
    return address + " (" + id + ")";
  }
}
