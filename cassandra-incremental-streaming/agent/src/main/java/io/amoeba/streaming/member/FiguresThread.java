package io.amoeba.streaming.member;

import io.amoeba.agentkit.load.CpuLoad;
import io.amoeba.streaming.protocol.pace.LoadReport;
import io.amoeba.streaming.protocol.pace.RequestHistory;
import io.amoeba.streaming.protocol.pace.SenderFigures;
import io.amoeba.streaming.ring.LoadStates;
import java.util.OptionalDouble;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.cassandra.gms.Gossiper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows how fast this member answers its clients, and gossips that and its load while another node
 * joins. On a thread of its own: the CPU use of a container takes the JVM long, and gossip may
 * wait.
 */
public final class FiguresThread {

  private static final Logger logger = LoggerFactory.getLogger(FiguresThread.class);

  private static final long PERIOD_SECONDS = 1;

  /** Gossip takes about as long to a handful of nodes. */
  private static final long REPORT_SECONDS = 2;

  private static final long HISTORY_SECONDS = 5;

  /** So many nodes report in a second at most, since every report reaches every node. */
  private static final int REPORTS_PER_SECOND = 50;

  private final BooleanSupplier otherJoins;
  private final RequestHistory history = new RequestHistory(CoordinatedRequests.KINDS);
  private final StreamingCpu streaming = new StreamingCpu();
  private boolean started;
  private long seconds;
  private long lastSeconds;
  private boolean reports;
  private boolean failed;

  /**
   * @param otherJoins whether another node joins at the moment
   */
  public FiguresThread(BooleanSupplier otherJoins) {
    this.otherJoins = otherJoins;
  }

  /** Each time that gossip is about to start; an operator may stop and start it. */
  public synchronized void start() {
    if (started) {
      return;
    }
    started = true;
    ScheduledExecutorService thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread created = new Thread(task, "IncrementalStreamingFigures");
              created.setDaemon(true);
              return created;
            });
    var unused =
        thread.scheduleWithFixedDelay(this::tick, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
  }

  private void tick() {
    try {
      seconds += PERIOD_SECONDS;
      follow(otherJoins.getAsBoolean());
    } catch (RuntimeException e) {
      // A joining node takes this member's silence for what it is.
      if (!failed) {
        logger.warn("This member does not report its load; a join keeps this sender slow", e);
      }
      failed = true;
    }
  }

  private void follow(boolean joins) {
    if (joins && !reports) {
      // Since the last call, which may be long ago: not what they are now.
      figures();
      reports = true;
      lastSeconds = seconds;
    } else if (joins && seconds - lastSeconds >= reportSeconds()) {
      LoadStates.tell(LoadReport.of(figures()));
      lastSeconds = seconds;
    } else if (!joins && reports) {
      LoadStates.tell(LoadReport.NOTHING);
      reports = false;
    } else if (!joins && seconds - lastSeconds >= HISTORY_SECONDS) {
      history.before(CoordinatedRequests.totals(), nowMillis());
      lastSeconds = seconds;
    }
  }

  private static long reportSeconds() {
    int nodes = Gossiper.instance.getEndpointCount();
    return Math.max(REPORT_SECONDS, nodes / REPORTS_PER_SECOND);
  }

  private SenderFigures figures() {
    RequestHistory.Now clients = history.during(CoordinatedRequests.totals(), nowMillis());
    double load = CpuLoad.now();
    OptionalDouble cpu = load >= 0 ? OptionalDouble.of(Math.min(1, load)) : OptionalDouble.empty();
    OptionalDouble part = streaming.part();
    return new SenderFigures(
        cpu,
        clients.latency(),
        clients.answered(),
        cpu.isPresent() && part.isPresent()
            ? OptionalDouble.of(cpu.getAsDouble() * part.getAsDouble())
            : OptionalDouble.empty());
  }

  private static long nowMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }
}
