package io.amoeba.streaming.protocol.join;

import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.join.JoinProgress.DataSize;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Drives a join through its ports: {@link #start} before gossip, then {@link #tick} often, from one
 * thread. Neither blocks beyond the ports' own calls. {@link #pause}, {@link #resume}, {@link
 * #sendersAtATime} and {@link #progress} may be called from any thread. What a port throws passes
 * through; the next tick goes on.
 */
public final class JoinDriver {

  /** Why nothing has happened yet. */
  public static final String WAITS_FOR_GOSSIP = "waits for gossip";

  private static final SortedSet<Long> NONE = Collections.emptySortedSet();

  private final JoinSettings settings;
  private final JoinPorts ports;
  private final JoinLedger ledger;
  private final SettlingTokens settling = new SettlingTokens();
  private final TruncationFollower truncations;

  /** The announced steps, in order; the first one is under way. */
  private List<StepRun> steps = new ArrayList<>();

  /** What the steps have brought that were switched since this start. */
  private DataSize stepsDone = DataSize.NONE;

  private Optional<String> fingerprint = Optional.empty();
  private Optional<String> otherChange = Optional.empty();
  private @Nullable Withdrawal withdrawal;
  private boolean over;
  private volatile boolean paused;
  private volatile int sendersAtATime;
  private volatile JoinProgress progress;

  /** Of a join as the disk has it, or a fresh one. */
  public JoinDriver(JoinRecord join, JoinSettings settings, JoinPorts ports) {
    this.settings = settings;
    this.ports = ports;
    sendersAtATime = settings.sendersAtATime();
    ledger = new JoinLedger(join, ports);
    truncations = new TruncationFollower(settings, ports.purge());
    progress =
        JoinProgressBuilder.still(
            join, JoinPhase.WAITING_FOR_GOSSIP, DataSize.NONE, WAITS_FOR_GOSSIP);
  }

  /**
   * Opens the serving gate and returns what this start's first gossip message must carry. On disk
   * when it returns. Empty when the join had finished: the node starts as an ordinary one.
   */
  public Optional<Announcement> start() {
    if (ledger.join().finished()) {
      over = true;
      progress = still(JoinPhase.FINISHED, "");
      return Optional.empty();
    }
    Announcement first = ledger.begin();
    settling.add(first.settling(), first.epoch());
    return Optional.of(first);
  }

  /** Reads all ports once and does what is due. */
  public void tick() {
    if (over) {
      return;
    }
    RollCall roll = new RollCall(ledger.join().plan(), ledger.epoch(), ports.cluster().snapshot());
    boolean stopped = paused;
    long nowMillis = ports.clock().millis();
    Withdrawal withdrawn = withdrawn(roll, nowMillis);
    if (withdrawn != null) {
      over = withdrawn.isKnown(roll, ledger.epoch(), nowMillis);
      JoinPhase phase = over ? JoinPhase.WITHDRAWN : JoinPhase.OTHER_CHANGE;
      progress = still(phase, withdrawn.reason());
    } else if (roll.voided()) {
      drop();
      over = true;
      String reason = "the node was removed while it joined: wipe it to join again";
      progress = still(JoinPhase.VOID, reason);
    } else if (drive(roll, nowMillis, stopped)) {
      over = true;
      progress = still(JoinPhase.FINISHED, "");
    } else {
      progress =
          new JoinProgressBuilder(
                  ledger.join(), roll, steps, stepsDone, settling.unacknowledgedEpoch(), stopped)
              .make(otherChange, truncations.reason());
    }
  }

  private JoinProgress still(JoinPhase phase, String reason) {
    return JoinProgressBuilder.still(ledger.join(), phase, stepsDone, reason);
  }

  /** Whether another join goes first while nothing of this one is done, or did so before. */
  private @Nullable Withdrawal withdrawn(RollCall roll, long nowMillis) {
    if (withdrawal == null && ledger.join().done().isEmpty()) {
      roll.first(ledger.join())
          .ifPresent(
              rival -> {
                drop();
                ledger.withdraw();
                withdrawal = new Withdrawal(rival, nowMillis);
              });
    }
    return withdrawal;
  }

  /**
   * Stops before the next sender starts. A step whose streaming has started stays announced; any
   * other one is taken back, so that writes need no further acknowledgement meanwhile.
   */
  public void pause() {
    paused = true;
  }

  public void resume() {
    paused = false;
  }

  /** How many may stream at once, instead of the settings' number. Those that do go on. */
  public void sendersAtATime(int senders) {
    if (senders < 1) {
      throw new IllegalArgumentException(senders + " senders at a time: want 1 or more");
    }
    sendersAtATime = senders;
  }

  /**
   * This process ends: nothing more is received or started. What is announced stays so; the next
   * start takes it up. Not at the same time as {@link #tick}.
   */
  public void stop() {
    over = true;
    drop();
  }

  /** As of the last tick. */
  public JoinProgress progress() {
    return progress;
  }

  /** Returns whether the join is finished. */
  private boolean drive(RollCall roll, long nowMillis, boolean stopped) {
    boolean replanned = followTopology(roll);
    SortedSet<Long> unsettled = settling.observe(roll, nowMillis, settings.margin().toMillis());
    if (ledger.join().remainingSteps().isEmpty() && unsettled.isEmpty()) {
      ledger.finish();
      return true;
    }
    if (otherChange.isPresent() || (stopped && !steps.isEmpty() && !steps.get(0).streamed())) {
      drop();
    }
    beginBrokenStepsAgain(roll);
    steps.forEach(step -> step.observe(roll, nowMillis));
    if (truncations.due(roll)) {
      followTruncations(roll, nowMillis);
    } else {
      advance(roll, nowMillis, stopped);
    }
    boolean switches = !steps.isEmpty() && steps.get(0).confirmed(roll) && !truncations.due(roll);
    SortedSet<Long> switched = switches ? steps.get(0).tokens() : NONE;
    List<StepRun> next = new ArrayList<>(steps.subList(switches ? 1 : 0, steps.size()));
    if (otherChange.isEmpty() && !stopped) {
      announceAhead(next, switched);
    }
    announce(next, switched, unsettled, replanned);
    return false;
  }

  /**
   * While a step streams, the next one is prepared, and takes the places of senders that this one
   * leaves free. Its senders are those of the ring in which the steps before it are done, since it
   * cannot be switched before them.
   */
  private void advance(RollCall roll, long nowMillis, boolean stopped) {
    List<String> streaming = steps.stream().flatMap(step -> step.senders().stream()).toList();
    StepStream.Places places = new StepStream.Places(stopped ? 0 : sendersAtATime, streaming);
    SortedSet<Long> before = ledger.join().done();
    for (StepRun step : steps) {
      boolean first = step == steps.get(0);
      if (!first && stopped && !step.streamed()) {
        return;
      }
      step.advance(roll, before, places, nowMillis);
      if (!step.streamed()) {
        return;
      }
      before = union(before, step.tokens());
    }
  }

  private void followTruncations(RollCall roll, long nowMillis) {
    if (steps.stream().allMatch(step -> step.senders().isEmpty())) {
      truncations
          .follow(roll, ledger.join().done(), nowMillis)
          .ifPresent(tables -> steps.forEach(step -> step.again(new TreeSet<>(tables.keySet()))));
    }
  }

  /** Returns whether replicas may have changed: then all waiting begins again, with new steps. */
  private boolean followTopology(RollCall roll) {
    otherChange = roll.otherChange(ledger.join());
    if (otherChange.isPresent()) {
      return false;
    }
    Optional<String> before = fingerprint;
    fingerprint = Optional.of(roll.cluster().fingerprint());
    if (before.isEmpty() || before.equals(fingerprint)) {
      return false;
    }
    drop();
    settling.renew(ledger.nextEpoch());
    ledger.plan(StepPlanner.again(ledger.join(), settings, ports.transfers(), roll.cluster()));
    return true;
  }

  private void drop() {
    steps.forEach(StepRun::abort);
    steps = new ArrayList<>();
  }

  /** With the steps after it, so that it has its turn to stream before they have. */
  private void beginBrokenStepsAgain(RollCall roll) {
    boolean broken = false;
    for (int i = 0; i < steps.size(); i++) {
      StepRun step = steps.get(i);
      broken |= step.broken(roll, ledger.epoch());
      if (broken) {
        step.abort();
        steps.set(i, new StepRun(step.tokens(), ledger.nextEpoch(), settings, ports));
      }
    }
  }

  /** Adds steps until as many are announced as the settings want. */
  private void announceAhead(List<StepRun> next, SortedSet<Long> switched) {
    SortedSet<Long> announced = union(switched, pending(next));
    for (SortedSet<Long> step : ledger.join().remainingSteps()) {
      if (next.size() <= settings.lookAhead() && !announced.containsAll(step)) {
        next.add(new StepRun(step, ledger.nextEpoch(), settings, ports));
      }
    }
  }

  /** Announces changes to the members, if there are any; all of a tick's changes are one epoch. */
  private void announce(
      List<StepRun> next, SortedSet<Long> switched, SortedSet<Long> unsettled, boolean replanned) {
    boolean confirms = !next.isEmpty() && next.get(0).phase() == JoinPhase.CONFIRMING;
    SortedSet<Long> confirming = confirms ? next.get(0).tokens() : NONE;
    boolean again = next.stream().anyMatch(step -> step.epoch() > ledger.epoch());
    boolean news =
        ledger.save(
            union(ledger.join().done(), switched),
            union(unsettled, switched),
            pending(next),
            confirming,
            again || replanned);
    // The disk has it: from here on it holds, even if a port throws before the members hear of it.
    if (!switched.isEmpty()) {
      stepsDone = stepsDone.plus(steps.get(0).measured());
    }
    steps = next;
    settling.keepOnly(unsettled);
    settling.add(switched, ledger.epoch());
    if (confirms) {
      next.get(0).confirmedBy(ledger.epoch());
    }
    if (news) {
      ledger.announce();
    }
  }

  private static SortedSet<Long> pending(List<StepRun> announced) {
    SortedSet<Long> pending = new TreeSet<>();
    announced.forEach(step -> pending.addAll(step.tokens()));
    return pending;
  }

  private static SortedSet<Long> union(SortedSet<Long> tokens, SortedSet<Long> more) {
    SortedSet<Long> all = new TreeSet<>(tokens);
    all.addAll(more);
    return all;
  }
}
