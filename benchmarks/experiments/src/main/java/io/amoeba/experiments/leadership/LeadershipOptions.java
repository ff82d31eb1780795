package io.amoeba.experiments.leadership;

import io.amoeba.experiments.Lab;
import io.amoeba.experiments.leadership.LeadershipMode.Setup;
import io.amoeba.experiments.loops.Workload;
import io.amoeba.report.Outputs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The checked options. Immutable.
 *
 * @param modes stock first
 * @param rounds in each of which every mode has one cycle
 * @param cycle length of a cycle; a longer round of work extends it
 * @param mebibytes of records
 * @param replicas on nodes of their own, 1 or more
 * @param readShare of the requests, 0 to 1; the others update
 * @param perSecond rate of an open loop; 0: a closed loop
 * @param inFlight requests of a closed loop
 * @param inContainers otherwise servers are processes
 * @param cpus of each node, if it is a container
 * @param kill in modes that move the lead; null: nobody is killed
 */
record LeadershipOptions(
    Work work,
    List<LeadershipMode> modes,
    int rounds,
    Duration cycle,
    int mebibytes,
    int replicas,
    double readShare,
    int inFlight,
    int perSecond,
    boolean inContainers,
    double cpus,
    @Nullable KillPoint kill,
    Outputs outputs) {

  /** The first part of a cycle has no work. */
  private static final int STEADY_PART = 3;

  private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(10);

  /** Traffic before each cycle. */
  Duration warmUp() {
    return steady().compareTo(LONGEST_WARM_UP) < 0 ? steady() : LONGEST_WARM_UP;
  }

  /** The part of a cycle before the work. */
  Duration steady() {
    return cycle.dividedBy(STEADY_PART);
  }

  /** How many groups of servers the modes need. */
  List<Setup> setups() {
    return modes.stream().map(LeadershipMode::setup).distinct().toList();
  }

  /** For claims and plots. */
  String load() {
    return "%s, %s%s%s"
        .formatted(
            work,
            Workload.name(readShare),
            perSecond == 0 ? "" : ", %d/s".formatted(perSecond),
            kill == null ? "" : ", killed " + kill);
  }

  /** Settings of the servers that hold the data. */
  Map<String, String> serverOptions(Setup setup) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("appendonly", work == Work.REWRITE ? "yes" : "no");
    settings.put("auto-aof-rewrite-percentage", "0");
    settings.put("repl-diskless-sync", "yes");
    settings.put("repl-diskless-sync-delay", "0");
    // Otherwise Redis gives a replica of this shard to a primary that has none, as those that only
    // vote. Servers before 7.0 do not know cluster-allow-replica-migration.
    settings.put("cluster-migration-barrier", "100");
    // The old name, which all servers know: a record is one block of memory.
    settings.put("hash-max-ziplist-entries", "50000");
    if (setup == Setup.CPULIST) {
      int last = Lab.cpus() - 1;
      settings.put("server_cpulist", last == 1 ? "0" : "0-" + (last - 1));
      settings.put("bgsave_cpulist", String.valueOf(last));
      settings.put("aof_rewrite_cpulist", String.valueOf(last));
    }
    return settings;
  }

  /** Whether work takes CPU time from the server that does it. */
  boolean isLimited() {
    return inContainers;
  }

  String servers() {
    return inContainers
        ? "containers with %.2f CPUs each".formatted(cpus)
        : "processes that share the machine's CPUs";
  }
}
