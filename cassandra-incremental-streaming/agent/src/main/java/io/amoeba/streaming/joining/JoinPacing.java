package io.amoeba.streaming.joining;

import io.amoeba.agentkit.load.CpuLoad;
import io.amoeba.streaming.protocol.join.JoinProgress;
import io.amoeba.streaming.protocol.join.JoinProgressEstimator.Estimate;
import io.amoeba.streaming.protocol.pace.JoinPace;
import io.amoeba.streaming.protocol.pace.JoinPace.Kind;
import io.amoeba.streaming.protocol.pace.LoadReport;
import io.amoeba.streaming.protocol.pace.PaceReport;
import io.amoeba.streaming.protocol.pace.SenderRate;
import io.amoeba.streaming.ring.LoadStates;
import io.amoeba.streaming.ring.Rings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pace of this node's join: how many senders send at once, and how fast. The joining node holds
 * them back by taking their data slowly, so senders need no word of it. Safe for concurrent use;
 * {@link #tick} and {@link #over} are the join's thread's.
 */
public final class JoinPacing {

  private static final Logger logger = LoggerFactory.getLogger(JoinPacing.class);

  /** As often as members report. */
  private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final long TELL_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Also where clients lose all the time: then a join lasts a day. */
  private static final long LONGEST_SECONDS = TimeUnit.DAYS.toSeconds(1);

  private static final double BYTES_PER_MEBIBYTE = 1 << 20;

  private final int groupSize;
  private final LongSupplier nanoClock;
  private final Pacer together;
  private final Map<InetAddressAndPort, PacedSender> senders = new ConcurrentHashMap<>();
  private volatile JoinPace pace;
  private volatile PaceReport report;
  private PaceReport told = new PaceReport("", OptionalLong.empty(), "");
  private long lastNanos;
  private long toldNanos;
  private boolean failed;

  /**
   * @param groupSize how many senders send at once at a rate
   */
  public JoinPacing(JoinPace pace, int groupSize, LongSupplier nanoClock) {
    this.pace = pace;
    this.groupSize = groupSize;
    this.nanoClock = nanoClock;
    together = new Pacer(bytesPerSec(pace), nanoClock);
    report = describe(pace);
    lastNanos = nanoClock.getAsLong() - TICK_NANOS;
    toldNanos = lastNanos - TELL_NANOS;
  }

  private static double bytesPerSec(JoinPace pace) {
    return pace.mibPerSec() * BYTES_PER_MEBIBYTE;
  }

  /** By threads of streaming: returns when the sender may send more. */
  public void taken(InetAddressAndPort sender, long bytes) {
    switch (pace.kind()) {
      case CLIENTS ->
          senders.computeIfAbsent(sender, first -> new PacedSender(nanoClock)).taken(bytes);
      case RATE -> together.taken(bytes);
      case TIME -> {}
    }
  }

  public JoinPace pace() {
    return pace;
  }

  /** Holds at once. */
  public synchronized void set(JoinPace next) {
    logger.info("The pace of this node's join is {}, it was {}", next, pace);
    pace = next;
    together.setBytesPerSec(bytesPerSec(next));
    if (next.kind() != Kind.CLIENTS) {
      senders.values().forEach(PacedSender::release);
      senders.clear();
    }
    report = describe(next);
  }

  /** How many senders may send at once. */
  int sendersAtATime() {
    return pace.kind() == Kind.RATE ? groupSize : Integer.MAX_VALUE;
  }

  /** What operators see. */
  public PaceReport report() {
    return report;
  }

  /** Called often; does what is due. */
  void tick(JoinProgress progress, Estimate estimate) {
    long now = nanoClock.getAsLong();
    if (now - lastNanos < TICK_NANOS) {
      return;
    }
    lastNanos = now;
    try {
      follow(progress, estimate, now);
      tell(now);
    } catch (RuntimeException e) {
      if (!failed) {
        logger.warn("This node's join continues, and its senders keep their rates", e);
      }
      failed = true;
    }
  }

  private synchronized void follow(JoinProgress progress, Estimate estimate, long now) {
    if (pace.kind() != Kind.CLIENTS) {
      report = describe(pace);
      return;
    }
    progress.senders().stream()
        .map(Rings::endpoint)
        .forEach(sender -> senders.computeIfAbsent(sender, first -> new PacedSender(nanoClock)));
    Map<InetAddressAndPort, PacedSender> active = new TreeMap<>(senders);
    active.values().removeIf(sender -> !sender.isActive(now));
    long lowest = lowest(estimate, active.size());
    double takenOver = takenOver(progress);
    OptionalDouble cpu = ownCpu(progress);
    active.forEach(
        (address, sender) -> sender.observe(LoadStates.of(address), cpu, takenOver, lowest, now));
    report = describe(active);
  }

  /** Of each sender, so that all data come within a day. */
  private static long lowest(Estimate estimate, int senders) {
    return estimate.bytesTotal().orElse(0) / LONGEST_SECONDS / Math.max(1, senders);
  }

  /** As if each token were an equal part, and all members of a data centre alike. */
  private static double takenOver(JoinProgress progress) {
    int others =
        Rings.copy()
            .getTopology()
            .getDatacenterEndpoints()
            .get(DatabaseDescriptor.getEndpointSnitch().getLocalDatacenter())
            .size();
    return (double) progress.tokensDone() / Math.max(1, progress.tokensTotal()) / (others + 1);
  }

  /** While clients depend on it. */
  private static OptionalDouble ownCpu(JoinProgress progress) {
    double load = progress.tokensDone() == 0 ? -1 : CpuLoad.now();
    return load >= 0 ? OptionalDouble.of(load) : OptionalDouble.empty();
  }

  private static PaceReport describe(JoinPace pace) {
    String reason =
        switch (pace.kind()) {
          case CLIENTS -> "no sender sends";
          case TIME -> "all senders at once, as fast as they can";
          case RATE -> pace.mibPerSec() == 0 ? "without limit" : "the rate that was set";
        };
    return PaceReport.of(
        pace,
        pace.mibPerSec() == 0 ? OptionalLong.empty() : OptionalLong.of((long) bytesPerSec(pace)),
        reason);
  }

  private static PaceReport describe(Map<InetAddressAndPort, PacedSender> active) {
    if (active.isEmpty()) {
      return describe(JoinPace.CLIENTS);
    }
    List<String> reasons = new ArrayList<>();
    active.forEach(
        (address, sender) -> {
          SenderRate rate = sender.rate();
          reasons.add(
              String.format(
                  "%s (%.1f MiB/s) %s",
                  Rings.name(address),
                  rate.bytesPerSec() / BYTES_PER_MEBIBYTE,
                  rate.reason().words()));
        });
    return PaceReport.of(
        JoinPace.CLIENTS,
        OptionalLong.of(
            active.values().stream().mapToLong(sender -> sender.rate().bytesPerSec()).sum()),
        String.join(" / ", reasons));
  }

  private void tell(long now) {
    PaceReport next = report;
    boolean due = !next.pace().equals(told.pace()) || now - toldNanos >= TELL_NANOS;
    if (due && !next.equals(told)) {
      LoadStates.tell(LoadReport.of(next));
      told = next;
      toldNanos = now;
    }
  }

  /** The join is over. */
  void over() {
    senders.values().forEach(PacedSender::release);
    senders.clear();
    LoadStates.tell(LoadReport.NOTHING);
  }

  /** What a joining node says of its pace. */
  public static Optional<PaceReport> of(InetAddressAndPort joiningNode) {
    return LoadStates.of(joiningNode).flatMap(heard -> heard.report().pace());
  }
}
