package io.amoeba.shift.control;

import io.amoeba.agentkit.options.ChoiceNames;
import io.amoeba.agentkit.options.DurationText;
import io.amoeba.shift.agent.AgentOptions;
import io.amoeba.shift.agent.AgentOptions.TurnOptions;
import io.amoeba.shift.cluster.NodeStates;
import io.amoeba.shift.compaction.LargeCompactions;
import io.amoeba.shift.load.NodeLoad;
import io.amoeba.shift.node.ReadSeverity;
import io.amoeba.shift.protocol.decision.Obstacle;
import io.amoeba.shift.protocol.decision.OwnNode;
import io.amoeba.shift.protocol.decision.ShiftMode;
import io.amoeba.shift.protocol.decision.ShiftSettings;
import io.amoeba.shift.protocol.node.NodeState;
import io.amoeba.shift.protocol.turns.PostponeBounds;
import io.amoeba.shift.protocol.work.AnnouncedWork;
import io.amoeba.shift.protocol.work.Moment;
import io.amoeba.shift.protocol.work.NodeLevers;
import io.amoeba.shift.protocol.work.Phase;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.cassandra.service.StorageService;
import org.jspecify.annotations.Nullable;

/**
 * The announced work of this node, between operators, gossip and the rules. Safe for concurrent
 * use.
 */
public final class ShiftControl {

  /** A change of the CPU use by less than this is no news for the other nodes. */
  private static final int NEWS_PERCENT = 5;

  private final ReadSeverity severity;
  private final NodeStates states;
  private final NodeLoad load;
  private final LargeCompactions compactions;
  private final TurnOptions turns;
  private final Duration warmUpLimit;
  private final AnnouncedWork work;

  private ShiftSettings settings;
  private @Nullable NodeState told;
  private long announcements;
  private long shifts;
  private long earlyReturns;
  private volatile boolean failed;

  public ShiftControl(
      AgentOptions options,
      NodeLevers levers,
      ReadSeverity severity,
      NodeStates states,
      LargeCompactions compactions,
      NodeLoad load) {
    this.severity = severity;
    this.states = states;
    this.compactions = compactions;
    this.turns = options.turns();
    this.load = load;
    this.warmUpLimit = options.warmUpLimit();
    this.settings = options.shift();
    this.work = new AnnouncedWork(levers, options.warmUpLimit().toMillis());
  }

  private static Moment now() {
    return new Moment(TimeUnit.NANOSECONDS.toMillis(System.nanoTime()), System.currentTimeMillis());
  }

  /**
   * Announces work, and decides at once.
   *
   * @return {@code shifted}, or why reads stay for now
   * @throws IllegalArgumentException for work that is too short or too long
   * @throws IllegalStateException if the agent has failed
   */
  public synchronized String announce(long seconds, boolean drains) {
    requireNotFailed();
    work.announce(now(), TimeUnit.SECONDS.toMillis(seconds), drains);
    announcements++;
    decide();
    return outcome();
  }

  private void requireNotFailed() {
    if (failed) {
      throw new IllegalStateException(
          "The agent's thread has ended, so no work can be announced: restart the node");
    }
  }

  private String outcome() {
    return work.obstacle().map(why -> "reads stay: " + why.detail()).orElse("shifted");
  }

  /** The work has ended; false if none was announced. */
  public synchronized boolean withdraw() {
    boolean announced = work.withdraw(now());
    if (!failed) {
      decide();
    }
    return announced;
  }

  /** Called every second; does nothing after the watchdog has taken over. */
  public synchronized void tick() {
    if (!failed) {
      load.sample();
      decide();
      compactions.resume();
    }
  }

  private void decide() {
    Phase before = work.phase();
    OwnNode own =
        new OwnNode(
            states.ownId(),
            StorageService.instance.isNormal(),
            ReadSeverity.isHeeded(),
            severity.isOthers(),
            load.diskWaitPercent());
    work.tick(now(), settings, own, states.peers());
    if (before == Phase.ANNOUNCED && work.phase() == Phase.SHIFTED) {
      shifts++;
    } else if (before == Phase.SHIFTED && work.phase() == Phase.ANNOUNCED) {
      earlyReturns++;
    }
    tellNews();
  }

  private void tellNews() {
    if (failed) {
      return;
    }
    NodeState state = state();
    if (told == null || !state.equals(told.with(state.usePercent())) || isNews(told, state)) {
      told = state;
      states.tell(state);
    }
  }

  private NodeState state() {
    return work.state(load.usePercent()).withCompacting(compactions.areRunning());
  }

  private static boolean isNews(NodeState before, NodeState after) {
    return before.usePercent().isPresent() != after.usePercent().isPresent()
        || Math.abs(before.usePercent().orElse(0) - after.usePercent().orElse(0)) >= NEWS_PERCENT;
  }

  /** The watchdog takes over; needs no lock, which a thread that hangs may hold. */
  void fail() {
    failed = true;
    // Nothing would submit what waits.
    compactions.setOn(false);
  }

  /** Tells the other nodes after a failure that this one is not shifted any more. */
  void tellQuiet() {
    states.tell(NodeState.quiet(OptionalInt.empty()));
  }

  public synchronized Phase phase() {
    return failed ? Phase.QUIET : work.phase();
  }

  /** Why reads stay although work is announced; empty: nothing keeps them. */
  public synchronized String obstacle() {
    return work.obstacle().map(Obstacle::detail).orElse("");
  }

  public synchronized ShiftMode mode() {
    return settings.mode();
  }

  /** Takes effect at once. */
  public synchronized void setMode(ShiftMode mode) {
    settings = settings.with(mode);
    if (!failed) {
      decide();
    }
  }

  public boolean isTakingTurns() {
    return compactions.isOn();
  }

  /** Off: compactions that wait start with the next tick. */
  public void setTakingTurns(boolean on) {
    if (!failed) {
      compactions.setOn(on);
    }
  }

  /** Figures of the node, by name. Those of events are counted since the start. */
  public synchronized Map<String, Long> figures() {
    Map<String, Long> figures = new LinkedHashMap<>();
    OptionalInt use = load.usePercent();
    NodeState state = failed ? NodeState.quiet(use) : state();
    long leftMillis = Math.max(0, state.untilMillis() - now().wallMillis());
    figures.put("shifted", state.isShifted() ? 1L : 0L);
    figures.put("working", state.isWorking() ? 1L : 0L);
    figures.put("drained", state.isDrained() ? 1L : 0L);
    figures.put("failed", failed ? 1L : 0L);
    figures.put("seconds_left", TimeUnit.MILLISECONDS.toSeconds(leftMillis));
    figures.put("announcements", announcements);
    figures.put("shifts", shifts);
    figures.put("early_returns", earlyReturns);
    figures.put("unreadable_states", states.unreadable());
    use.ifPresent(percent -> figures.put("use_percent", (long) percent));
    load.diskWaitPercent().ifPresent(percent -> figures.put("disk_wait_percent", (long) percent));
    figures.putAll(compactions.figures());
    return figures;
  }

  /** The options in force, by their keys. */
  public synchronized Map<String, String> settings() {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("severity", ChoiceNames.of(settings.mode()));
    texts.put("min-disk-wait", settings.minDiskWaitPercent() + "%");
    texts.put("max-use", settings.maxUsePercent() + "%");
    texts.put("return-use", settings.returnUsePercent() + "%");
    texts.put("warm-up-limit", DurationText.of(warmUpLimit));
    texts.put("turns", compactions.isOn() ? "on" : "off");
    texts.put("large-compaction", (turns.leastBytes() >> 10) + "KiB");
    texts.put("turn", DurationText.of(turns.turn()));
    texts.put("turn-gap", DurationText.of(turns.gap()));
    PostponeBounds bounds = turns.bounds();
    texts.put("max-postponed", DurationText.of(Duration.ofMillis(bounds.maxMillis())));
    texts.put("max-pending", Integer.toString(bounds.maxPendingTasks()));
    texts.put("max-sstables-per-read", Integer.toString(bounds.maxSstablesPerRead()));
    texts.put("max-level-0", Integer.toString(bounds.maxLevel0Sstables()));
    texts.put("min-free-disk", bounds.minFreeDiskPercent() + "%");
    return texts;
  }

  /** The options in force, for the log. */
  public String settingsLine() {
    return settings().entrySet().stream()
        .map(option -> option.getKey() + "=" + option.getValue())
        .collect(Collectors.joining(", "));
  }
}
