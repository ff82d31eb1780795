package io.amoeba.coordinator.cluster;

import io.amoeba.coordinator.cluster.KnownServer.Pings;
import io.amoeba.coordinator.cluster.ServerView.Transition;
import io.amoeba.coordinator.upkeep.ServerWork;
import io.amoeba.coordinator.upkeep.Triggers;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/** One server of {@link SimulatedCluster}. */
public final class SimulatedNode {

  public final String name;
  public final ServerAddress address;
  private final LongSupplier now;

  /** How it sees the others, by id. */
  public final Map<String, KnownServer> views = new TreeMap<>();

  public final Set<ServerAddress> invited = new TreeSet<>();
  public final Set<String> forgotten = new HashSet<>();

  /** The writes that it holds. */
  public final Set<Integer> data = new TreeSet<>();

  /** Ids of servers of which it hears nothing new. */
  public final Set<String> deafTo = new HashSet<>();

  private int resets;
  public boolean alive = true;
  public String primaryId = "";
  public List<HashSlotSpan> hashSlots = List.of();
  public long epoch;
  public int openHashSlots;
  public Optional<ServerMemory> memory = Optional.empty();
  public boolean linkUp;
  public int ticksToSync;
  public boolean failingOver;

  /** What its process keeps of its last election, until it ends: also over a reset. */
  public boolean asked;

  public boolean elected;
  public long electionTick;
  public long electionEpoch;
  public long requests;
  public long votes;
  public OptionalLong nodeTimeoutSeconds = OptionalLong.of(SimulatedCluster.NODE_TIMEOUT);

  /** Like Valkey 8.1 and newer. */
  public boolean forgetful;

  public WriteGuards writeGuards = WriteGuards.NONE;

  /** What it does beside its clients' requests, and for how many ticks still. */
  public Optional<UpkeepKind> working = Optional.empty();

  public int workLeft;

  /** Whether its next work fails, as on a full disk. */
  public boolean diskFull;

  public final Set<UpkeepKind> failedWorks = EnumSet.noneOf(UpkeepKind.class);
  public boolean appendOnly = true;

  /** In seconds of its clock. */
  private long lastSave = 1;

  /** What the last look found: whoever acts cannot know what has changed since. */
  boolean lookedAlive = true;

  boolean lookedOwner;
  boolean lookedWorking;
  boolean lookedFailed;
  boolean lookedOpen;

  private int processes;
  private boolean copiesAll;
  private int fullCopies;

  /**
   * A server that is alone.
   *
   * @param now the tick
   */
  public SimulatedNode(String name, LongSupplier now) {
    this.name = name;
    this.now = now;
    this.address = new ServerAddress(name, 1);
  }

  public String id() {
    return resets == 0 ? name : name + resets;
  }

  public boolean owns() {
    return primaryId.isEmpty() && !hashSlots.isEmpty();
  }

  /** As others see it, with these flags of CLUSTER NODES. */
  public KnownServer view(String... flags) {
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

  public void replicates(String id) {
    primaryId = id;
    hashSlots = List.of();
    data.clear();
    linkUp = false;
    ticksToSync = 2;
    copiesAll = true;
    failingOver = false;
  }

  /** It has all but a small rest of what its primary has. */
  void lacksLittle() {
    ticksToSync = 0;
    copiesAll = false;
  }

  /** It is in sync with its primary. */
  void synced(SimulatedNode primary) {
    linkUp = true;
    if (copiesAll) {
      primary.fullCopies++;
      copiesAll = false;
    }
    data.clear();
    data.addAll(primary.data);
  }

  /** Copies of all data that it has made for replicas. */
  public int fullCopies() {
    return fullCopies;
  }

  /** Its process ends, and another one begins with what is on the disk. */
  public void restart() {
    alive = true;
    processes++;
    working = Optional.empty();
    failedWorks.clear();
    asked = false;
    requests = 0;
    votes = 0;
    fullCopies = 0;
    failingOver = false;
    if (!primaryId.isEmpty()) {
      linkUp = false;
      ticksToSync = 2;
    }
  }

  /** It begins to work, told or by itself. */
  public void begins(UpkeepKind work, int ticks) {
    working = Optional.of(work);
    workLeft = ticks;
  }

  /** A tick of its work is over. */
  void works() {
    if (working.isPresent() && --workLeft == 0) {
      if (diskFull) {
        failedWorks.add(working.get());
      } else {
        failedWorks.remove(working.get());
        lastSave = working.get() == UpkeepKind.SAVE ? clock() : lastSave;
      }
      working = Optional.empty();
    }
  }

  private long clock() {
    return 1_700_000_000 + now.getAsLong();
  }

  private ServerWork work() {
    return ServerWork.of(
        Map.ofEntries(
            Map.entry("server_time_usec", clock() + "000000"),
            Map.entry("rdb_bgsave_in_progress", flag(working.equals(Optional.of(UpkeepKind.SAVE)))),
            Map.entry("rdb_last_save_time", "" + lastSave),
            Map.entry("rdb_last_bgsave_status", status(UpkeepKind.SAVE)),
            Map.entry("rdb_last_bgsave_time_sec", "1"),
            Map.entry("aof_enabled", flag(appendOnly)),
            Map.entry("aof_rewrite_scheduled", "0"),
            Map.entry(
                "aof_rewrite_in_progress", flag(working.equals(Optional.of(UpkeepKind.REWRITE)))),
            Map.entry("aof_last_bgrewrite_status", status(UpkeepKind.REWRITE)),
            Map.entry("aof_last_rewrite_time_sec", "1")),
        Triggers.unknown("they are not simulated"));
  }

  void looked() {
    lookedAlive = alive;
    lookedOwner = owns();
    lookedWorking = working.isPresent();
    lookedFailed = !failedWorks.isEmpty();
    lookedOpen = openHashSlots > 0;
  }

  private static String flag(boolean set) {
    return set ? "1" : "0";
  }

  private String status(UpkeepKind kind) {
    return failedWorks.contains(kind) ? "err" : "ok";
  }

  public void owns(List<HashSlotSpan> newHashSlots, long newEpoch) {
    primaryId = "";
    hashSlots = newHashSlots;
    epoch = newEpoch;
    linkUp = false;
    failingOver = false;
  }

  public void reset() {
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
            "process %d of %s".formatted(processes, name),
            OptionalLong.of(requests),
            votes,
            nodeTimeoutSeconds.isPresent()
                ? Optional.of(Duration.ofSeconds(nodeTimeoutSeconds.getAsLong()))
                : Optional.empty(),
            forgetful ? Optional.of(Duration.ofSeconds(5)) : Optional.empty(),
            forgetful),
        writeGuards,
        work(),
        OptionalLong.of(fullCopies));
  }
}
