package io.amoeba.experiments.leadership;

import io.amoeba.experiments.Values;
import io.amoeba.experiments.Waiting;
import io.amoeba.experiments.leadership.LeadershipMode.Setup;
import io.amoeba.experiments.loops.OperationLog;
import io.amoeba.experiments.loops.OperationLog.Part;
import io.amoeba.experiments.loops.RequestLoop;
import io.amoeba.experiments.usage.MachineUsage;
import io.amoeba.experiments.usage.MachineWatch;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Servers with records, a client, and what is known of every write. Closing ends all of them.
 * Confined to one thread.
 */
final class MeasuredGroup implements AutoCloseable {
  private static final int MOST_REDIRECTS = 16;
  private static final Duration BETWEEN_REFRESHES = Duration.ofMillis(100);
  private static final Duration PERIOD = Duration.ofSeconds(1);

  /** Of a request; a dead server does not answer any. */
  private static final Duration SHORT = Duration.ofSeconds(2);

  /** After a failure, until clients have found the server that leads. */
  private static final Duration RECOVERY = Duration.ofSeconds(5);

  private static final Duration LONG = Duration.ofMinutes(1);

  private static final double BYTES_PER_MEBIBYTE = 1 << 20;
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double MILLIS_PER_SECOND = 1e3;

  private final LeadershipOptions options;
  private final Group group;
  private final RedisClusterClient client;
  private final StatefulRedisClusterConnection<String, String> connection;
  private final Records records;
  private final Counters counters;
  private final @Nullable MovingCoordinator coordinator;
  private final Map<LeadershipMode, LeadMover> movers = new EnumMap<>(LeadershipMode.class);

  private MeasuredGroup(
      LeadershipOptions options,
      Group group,
      Records records,
      @Nullable MovingCoordinator coordinator) {
    this.options = options;
    this.group = group;
    this.records = records;
    this.counters = new Counters(records.count());
    this.client = group.newClient();
    client.setOptions(clientOptions(options.kill() != null));
    this.connection = client.connect();
    ManualFailover failovers = new ManualFailover();
    KillPoint kill = options.kill();
    LeadMover manual =
        kill == null || kill.killsCoordinator() ? failovers : new KilledRound(kill, failovers);
    for (LeadershipMode mode : options.modes()) {
      movers.put(mode, mode.movesLead() ? manual : LeadMover.staying());
    }
    this.coordinator = coordinator;
    if (coordinator != null) {
      movers.put(LeadershipMode.MOVED, new CoordinatedRound(coordinator, failovers, kill));
    }
  }

  /** Starts the servers with all records. */
  static MeasuredGroup start(LeadershipOptions options, Setup setup) {
    Group group =
        options.inContainers()
            ? ContainerGroup.start(options, setup)
            : ProcessGroup.start(options, setup);
    MovingCoordinator coordinator = null;
    boolean started = false;
    try {
      Records records = Records.fill(group, options.mebibytes());
      if (setup == Setup.PLAIN && options.modes().contains(LeadershipMode.MOVED)) {
        coordinator = MovingCoordinator.start(group);
      }
      MeasuredGroup measured = new MeasuredGroup(options, group, records, coordinator);
      started = true;
      return measured;
    } finally {
      if (!started) {
        close(coordinator, group);
      }
    }
  }

  /**
   * With these, clients learn of a change of the lead by the first redirect.
   *
   * @param kill whether servers die, so that requests to them end and the others are asked
   */
  private static ClusterClientOptions clientOptions(boolean kill) {
    return ClusterClientOptions.builder()
        .publishOnScheduler(false)
        .maxRedirects(MOST_REDIRECTS)
        .timeoutOptions(TimeoutOptions.enabled(kill ? SHORT : LONG))
        .topologyRefreshOptions(
            ClusterTopologyRefreshOptions.builder()
                .enableAllAdaptiveRefreshTriggers()
                .adaptiveRefreshTriggersTimeout(BETWEEN_REFRESHES)
                .refreshPeriod(PERIOD)
                .enablePeriodicRefresh(kill)
                .build())
        .build();
  }

  /** Program and version. */
  String version() {
    return "Redis " + group.primary().info("server", "redis_version");
  }

  /** Measures a cycle, then compares every acknowledged write with what the servers hold. */
  Cycle cycle(int round, LeadershipMode mode, MachineWatch machine, Consumer<String> progress)
      throws InterruptedException {
    LeadMover mover = movers.getOrDefault(mode, LeadMover.staying());
    long copies = copies();
    long lost = counters.lost();
    group.limit();
    mover.rest(group);
    double from = Values.nowSeconds();
    OperationLog log = new OperationLog();
    LeadMover.Round done;
    Map<String, Double> used;
    try (RequestLoop unused = requests(log)) {
      Waiting.pause(options.warmUp());
      long start = System.nanoTime();
      log.enter(Part.STEADY, start);
      used = usedIn(options.steady());
      log.enter(Part.DURING, System.nanoTime());
      done = mover.carryOut(group, options.work());
      log.enter(Part.AFTER, System.nanoTime());
      long left = start + options.cycle().toNanos() - System.nanoTime();
      long least = options.kill() == null ? 0 : RECOVERY.toNanos();
      Waiting.pause(Duration.ofNanos(Math.max(least, left)));
      log.close(System.nanoTime());
    }
    double to = Values.nowSeconds();
    group.unlimit();
    records.check(counters, connection.async());
    log.tellError(progress);
    List<Double> pauses = done.changes().stream().map(log::pauseMillis).toList();
    Map<String, Double> figures = new LinkedHashMap<>(log.figures());
    figures.putAll(used);
    Work.Done work = done.work();
    if (work != null) {
      figures.putAll(figures(work));
      figures.put("longestWorkMillis", log.longestMillis(work.span()));
    }
    figures.put(
        "pauseMillis", pauses.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN));
    figures.put("lostWrites", (double) counters.lost() - lost);
    figures.put("fullCopies", (double) copies() - copies - options.work().copies());
    figures.put("busyFraction", MachineUsage.load(machine.samples(), from, to).get("busyFraction"));
    return new Cycle(round, mode, options.load(), new Values(figures), pauses, log.seconds());
  }

  private static Map<String, Double> figures(Work.Done work) {
    return Map.of(
        "onPrimaryShare",
        work.onPrimary() ? 1.0 : 0.0,
        "workSeconds",
        work.span().seconds(),
        "forkMillis",
        work.forkMicros() / MICROS_PER_MILLI,
        "copiedMebibytes",
        work.copiedBytes() / BYTES_PER_MEBIBYTE);
  }

  private RequestLoop requests(OperationLog log) {
    GroupRequests requests =
        new GroupRequests(connection.async(), records, counters, options.readShare(), log);
    return RequestLoop.start(options.perSecond(), options.inFlight(), requests::send);
  }

  /** Lets some time pass: the CPUs that the primary and the candidate use meanwhile. */
  private Map<String, Double> usedIn(Duration time) {
    double seconds = time.toMillis() / MILLIS_PER_SECOND;
    double primary = group.primary().cpuSeconds();
    double candidate = group.candidate().cpuSeconds();
    Waiting.pause(time);
    return Map.of(
        "primaryCpus", (group.primary().cpuSeconds() - primary) / seconds,
        "candidateCpus", (group.candidate().cpuSeconds() - candidate) / seconds);
  }

  private long copies() {
    return group.servers().stream().mapToLong(server -> server.number("stats", "sync_full")).sum();
  }

  @Override
  public void close() {
    try {
      client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    } finally {
      close(coordinator, group);
    }
  }

  private static void close(@Nullable MovingCoordinator coordinator, Group group) {
    try {
      if (coordinator != null) {
        coordinator.close();
      }
    } finally {
      group.close();
    }
  }
}
