package io.amoeba.priority.admission;

import io.amoeba.priority.agent.AgentOptions.NormalLimits;
import io.amoeba.priority.protocol.admission.AdmissionGate;
import io.amoeba.priority.protocol.limit.ClassLimits;
import io.amoeba.priority.protocol.limit.ControlInterval;
import io.amoeba.priority.protocol.limit.LowLimit;
import io.amoeba.priority.protocol.service.HighShare;
import io.amoeba.priority.protocol.service.ServiceClass;
import io.amoeba.priority.settings.PriorityCounters;
import io.amoeba.priority.settings.PrioritySettings;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every 10 ms applies what an operator has changed, and lets time pass at the gate; every 100 ms
 * adapts the limits, if high tasks were enough to judge by, and looks for what an operator should
 * know. One thread; only {@link #drain} is called by others.
 */
public final class GateThread {

  private static final Logger logger = LoggerFactory.getLogger(GateThread.class);

  private static final int TICK_MILLIS = 10;
  private static final int TICKS_OF_CONTROL = 10;

  /** The controller waits so long for samples: 10 high tasks a second suffice. */
  private static final int MAX_CONTROLS_WITHOUT_STEP = 20;

  /** Cassandra looks every 100 ms whether it has drained; a node may serve clients again later. */
  private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final RequestFlow flow;
  private final PrioritySettings settings;
  private final PriorityCounters counters;

  private final HighShare highShare = new HighShare(System.nanoTime());

  private ClassLimits limits;
  private long tickNanos = System.nanoTime();
  private long endedBefore;
  private long heldBefore;
  private int ticks;
  private int controlsWithoutStep;
  private volatile long drainedNanos = System.nanoTime() - DRAIN_NANOS;

  public GateThread(RequestFlow flow, PrioritySettings settings, PriorityCounters counters) {
    this.flow = flow;
    this.settings = settings;
    this.counters = counters;
    this.limits = ClassLimits.start(settings.limitRules());
  }

  public void start() {
    Thread thread = new Thread(this::run, "RequestPriorityGate");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    while (true) {
      try {
        TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
        tick(System.nanoTime());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (Throwable e) {
        // Held requests depend on the next tick.
        counters.hookFailed();
      }
    }
  }

  /** The node stops to serve clients: whatever is held is released. */
  public void drain() {
    long nowNanos = System.nanoTime();
    drainedNanos = nowNanos;
    flow.gates().open(nowNanos);
  }

  private void tick(long nowNanos) {
    AdmissionGate<?> gate = flow.gate();
    flow.high().setActivation(settings.activation());
    flow.high().setQuietMillis(settings.quietTime().toMillis());
    boolean open = nowNanos - drainedNanos < DRAIN_NANOS || !settings.isActing();
    gate.setOpen(open, nowNanos);
    flow.normalGate().setOpen(open || limits.normal().isNone(), nowNanos);
    OptionalInt fixed = settings.lowLimit();
    if (fixed.isPresent()) {
      gate.setLimit(fixed.getAsInt());
    }
    if (++ticks % TICKS_OF_CONTROL == 0) {
      control(gate, fixed.isPresent());
      warn(nowNanos);
    }
    counters.passed(nowNanos - tickNanos, flow.high().isActive(nowNanos), gate.held() > 0);
    tickNanos = nowNanos;
    gate.tick(nowNanos);
    flow.normalGate().tick(nowNanos);
  }

  /** Where most requests are high, none gives way: the operator should know. */
  private void warn(long nowNanos) {
    long high = counters.arrivals(ServiceClass.HIGH);
    long all = high + counters.arrivals(ServiceClass.NORMAL) + counters.arrivals(ServiceClass.LOW);
    highShare
        .next(high, all, nowNanos)
        .ifPresent(
            percent ->
                logger.warn(
                    "Request priority: {} % of the last minute's requests were high, and gained"
                        + " little: few gave way to them. Mark only requests of interactive"
                        + " clients, or revoke {}; amoeba_views.request_users shows who sends"
                        + " them",
                    percent, settings.classes().roleHighAlways()));
  }

  private void control(AdmissionGate<?> gate, boolean fixed) {
    controlsWithoutStep++;
    if (flow.highHopWaits().samples() < LowLimit.LEAST_SAMPLES
        && controlsWithoutStep < MAX_CONTROLS_WITHOUT_STEP) {
      return;
    }
    controlsWithoutStep = 0;
    long ended = gate.counts().ended();
    long held = gate.counts().held();
    ControlInterval interval =
        new ControlInterval(
            flow.highHopWaits().drain(),
            gate.running() > 0 || ended != endedBefore,
            gate.held() > 0 || held != heldBefore);
    endedBefore = ended;
    heldBefore = held;
    limits = limits.next(interval, fixed, normalRunning(), settings.limitRules());
    if (!fixed) {
      gate.setLimit(limits.low().whole());
    }
    flow.normalGate().setLimit(limits.normal().whole());
  }

  private OptionalInt normalRunning() {
    return settings.normalLimit() == NormalLimits.AUTO
        ? OptionalInt.of(flow.normalGate().running())
        : OptionalInt.empty();
  }
}
