package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.KnownServer.Pings;
import io.amoeba.coordinator.cluster.ServerInfo;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.cluster.ServerView.Transition;
import io.amoeba.coordinator.cluster.WriteGuards;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.monitor.ServerAddress;
import io.amoeba.coordinator.monitor.ServerMemory;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** One server of {@link SimulatedCluster}. */
final class SimulatedNode {

  final String name;
  final ServerAddress address;

  /** How it sees the others, by id. */
  final Map<String, KnownServer> views = new TreeMap<>();

  final Set<ServerAddress> invited = new TreeSet<>();
  final Set<String> forgotten = new HashSet<>();

  /** The writes that it holds. */
  final Set<Integer> data = new TreeSet<>();

  private int resets;
  boolean alive = true;
  String primaryId = "";
  List<HashSlotSpan> hashSlots = List.of();
  long epoch;
  int openHashSlots;
  Optional<ServerMemory> memory = Optional.empty();
  boolean linkUp;
  int ticksToSync;
  boolean failingOver;

  /** What its process keeps of its last election, until it ends: also over a reset. */
  boolean asked;

  boolean elected;
  long electionTick;
  long electionEpoch;
  long requests;
  long votes;
  OptionalLong nodeTimeoutSeconds = OptionalLong.of(SimulatedCluster.NODE_TIMEOUT);

  /** Like Valkey 8.1 and newer. */
  boolean forgetful;

  WriteGuards writeGuards = WriteGuards.NONE;

  SimulatedNode(String name) {
    this.name = name;
    this.address = new ServerAddress(name, 1);
  }

  String id() {
    return resets == 0 ? name : name + resets;
  }

  boolean owns() {
    return primaryId.isEmpty() && !hashSlots.isEmpty();
  }

  /** As others see it, with these flags of CLUSTER NODES. */
  KnownServer view(String... flags) {
    return new KnownServer(
        id(),
        address,
        List.of(),
        Set.of(flags),
        primaryId,
        new Pings(0, 0),
        epoch,
        true,
        hashSlots);
  }

  void replicates(String id) {
    primaryId = id;
    hashSlots = List.of();
    data.clear();
    linkUp = false;
    ticksToSync = 2;
    failingOver = false;
  }

  void owns(List<HashSlotSpan> newHashSlots, long newEpoch) {
    primaryId = "";
    hashSlots = newHashSlots;
    epoch = newEpoch;
    linkUp = false;
    failingOver = false;
  }

  void reset() {
    owns(List.of(), 0);
    data.clear();
    views.clear();
    invited.clear();
    resets++;
  }

  ServerView sight() {
    return ServerView.of(
        address,
        view("myself"),
        views.values().stream().toList(),
        Collections.nCopies(openHashSlots, new Transition(0, true, "another")),
        Optional.of(info()));
  }

  private ServerInfo info() {
    return new ServerInfo(
        new ServerInfo.Replication(linkUp, ticksToSync > 0, data.size()),
        data.size(),
        true,
        memory,
        new ServerInfo.Elections(
            "process of " + name,
            OptionalLong.of(requests),
            votes,
            nodeTimeoutSeconds.isPresent()
                ? Optional.of(Duration.ofSeconds(nodeTimeoutSeconds.getAsLong()))
                : Optional.empty(),
            forgetful ? Optional.of(Duration.ofSeconds(5)) : Optional.empty(),
            forgetful),
        writeGuards);
  }
}
