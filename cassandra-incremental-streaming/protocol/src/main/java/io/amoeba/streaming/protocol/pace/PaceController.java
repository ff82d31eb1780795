package io.amoeba.streaming.protocol.pace;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The rate of one sender by what its clients feel: as fast as their throughput stays within three
 * per cent of what it was before the join. Confined to one thread.
 *
 * <p>Additive increase and multiplicative decrease keep two senders fair to each other. Here nobody
 * shares with anybody, and one sender's load spans orders of magnitude: both are multiplicative.
 * Slowing down takes seconds, getting faster a minute, since clients notice a slow node at once and
 * a join that is a little slower never. The steps are so small that what they cost is seen, through
 * gossip and smoothing, before it exceeds the limit.
 */
public final class PaceController {

  /** Of a sender of which nothing is known: a small node can bear it. */
  public static final long FIRST_BYTES_PER_SEC = 512 << 10;

  /** Below this a session costs more by its length than by its rate. */
  public static final long LEAST_BYTES_PER_SEC = 128 << 10;

  private static final long MOST_BYTES_PER_SEC = 4L << 30;

  /** Acts before the loss is three per cent: it is seen late, and through noise. */
  private static final double TOO_MUCH = 0.02;

  private static final double HARDLY_ANY = 0.01;
  private static final double OVERLOAD = 0.12;

  /** Requests that take longer, while as many are answered as before. */
  private static final double SLOW = 0.15;

  private static final double HARDLY_SLOW = 0.10;
  private static final double OVERLOAD_DELAY = 0.5;

  /** Of the last seconds: half of what is an overload. */
  private static final double BEGINS = 0.06;

  /** Of a busy sender's CPUs. */
  private static final double SHARE = 0.03;

  private static final double HARDLY_ANY_SHARE = 0.02;
  private static final double IDLE = 0.5;
  private static final double NO_CPU_TO_SPARE = 0.95;

  private static final long SILENT_MILLIS = 15_000;
  private static final long SHARP_CUTS_MILLIS = 10_000;
  private static final long CUTS_MILLIS = 12_000;

  /** As the load of an hour changes. */
  private static final long REMEMBERED_MILLIS = 600_000;

  /** With so much less of its CPUs in use a sender bears more than before. */
  private static final double LIGHTER = 0.2;

  /** Then the rates of before are felt no more. */
  private static final long FADED_MILLIS = 20_000;

  /** Growth by these factors takes so long. */
  private static final double GROWTH_MILLIS = 2_000;

  private static final double FAST_GROWTH = 1.2;
  private static final double SLOW_GROWTH = 1.035;
  private static final long LONGEST_STEP_MILLIS = 5_000;

  private static final Set<PaceReason> NOT_FASTER =
      EnumSet.of(
          PaceReason.OVERLOAD,
          PaceReason.CLIENTS_SLOWER,
          PaceReason.SHARE_USED,
          PaceReason.BALANCED);

  private final Set<PaceRule> rules;
  private final ClientFeeling clients;
  private final Smoothed sent = new Smoothed(12_000);
  private final Smoothed joiningNodeCpu = new Smoothed(12_000);
  private double rate = FIRST_BYTES_PER_SEC;
  private PaceReason reason = PaceReason.STARTS;
  private long lastSampleMillis;
  private long lastCutMillis;
  private long lowestSinceMillis;
  private double overloadRate = MOST_BYTES_PER_SEC;
  private double overloadCpu;
  private long overloadMillis;
  private boolean sampled;
  private boolean cut;

  /** Of a sender that begins. */
  public PaceController(long nowMillis) {
    this(nowMillis, EnumSet.allOf(PaceRule.class));
  }

  PaceController(long nowMillis, Set<PaceRule> rules) {
    this.rules = EnumSet.copyOf(rules);
    clients = new ClientFeeling(rules);
    lastSampleMillis = nowMillis;
    lowestSinceMillis = nowMillis;
    overloadMillis = nowMillis - REMEMBERED_MILLIS;
  }

  /**
   * Called every second or two while the sender sends.
   *
   * @param news of the sender since the last call; empty when it has said nothing new
   * @param lowest the rate at which the join ends in time, in bytes per second
   */
  public SenderRate observe(Optional<PaceSample> news, long lowest, long nowMillis) {
    if (news.isPresent()) {
      decide(news.get(), lowest, nowMillis);
    } else if (rules.contains(PaceRule.SILENCE)
        && (!sampled || nowMillis - lastSampleMillis > SILENT_MILLIS)) {
      rate = Math.min(rate, FIRST_BYTES_PER_SEC);
      reason =
          nowMillis - lastSampleMillis > SILENT_MILLIS ? PaceReason.NO_FIGURES : PaceReason.STARTS;
    }
    keepWithin(lowest, nowMillis);
    return rate();
  }

  /** As of the last call. */
  public SenderRate rate() {
    return new SenderRate((long) rate, reason);
  }

  private void decide(PaceSample sample, long lowest, long nowMillis) {
    long passed = Math.min(LONGEST_STEP_MILLIS, nowMillis - lastSampleMillis);
    lastSampleMillis = nowMillis;
    sampled = true;
    clients.add(sample, nowMillis);
    sent.add(sample.bytesPerSec(), nowMillis);
    joiningNodeCpu.add(sample.joiningNodeCpu(), nowMillis);
    clients.accept(isNearLowest(lowest) && nowMillis - lowestSinceMillis >= FADED_MILLIS, passed);
    if (slowsDown(nowMillis)) {
      return;
    }
    if (!clientsAreFine() || exceedsShare(HARDLY_ANY_SHARE)) {
      reason = cut && nowMillis - lastCutMillis < CUTS_MILLIS ? reason : PaceReason.BALANCED;
    } else if (rules.contains(PaceRule.JOINING_NODE) && joiningNodeCpu.or(0) > NO_CPU_TO_SPARE) {
      reason = PaceReason.JOINING_NODE_BUSY;
    } else if (rules.contains(PaceRule.REACHED) && sent.or(rate) < rate / 3) {
      reason = PaceReason.SENDS_NO_FASTER;
    } else if (rules.contains(PaceRule.SPARE)
        && clients.cpu() <= IDLE
        && rate < knownToBeTooMuch(nowMillis) / 2) {
      grow(FAST_GROWTH, passed, PaceReason.SPARE);
    } else {
      grow(SLOW_GROWTH, passed, PaceReason.ROOM);
    }
  }

  /** Returns whether it did. */
  private boolean slowsDown(long nowMillis) {
    long sinceCut = cut ? nowMillis - lastCutMillis : Long.MAX_VALUE;
    if (rules.contains(PaceRule.OVERLOAD)
        && sinceCut >= SHARP_CUTS_MILLIS
        && (clients.quickLoss() > OVERLOAD || clients.quickDelay() > OVERLOAD_DELAY)) {
      double bearable = TOO_MUCH / Math.max(TOO_MUCH, clients.quickLoss());
      slowDown(Math.max(0.05, Math.min(0.25, bearable)), PaceReason.OVERLOAD, nowMillis);
      return true;
    }
    if (sinceCut < CUTS_MILLIS) {
      return false;
    }
    if (rules.contains(PaceRule.LOSS) && (clients.loss() > TOO_MUCH || clients.delay() > SLOW)) {
      slowDown(0.7, PaceReason.CLIENTS_SLOWER, nowMillis);
      return true;
    }
    if (exceedsShare(SHARE)) {
      double most = (SHARE + clients.kept() / 2) / clients.share().orElse(1);
      slowDown(Math.max(0.5, most), PaceReason.SHARE_USED, nowMillis);
      return true;
    }
    return false;
  }

  private boolean clientsAreFine() {
    return !rules.contains(PaceRule.LOSS)
        || (clients.loss() <= HARDLY_ANY
            && clients.quickLoss() <= BEGINS
            && clients.delay() <= HARDLY_SLOW
            && clients.quickDelay() <= SLOW);
  }

  private boolean exceedsShare(double most) {
    return rules.contains(PaceRule.SHARE)
        && clients.isBusy()
        && clients.share().orElse(0) > most + clients.kept() / 2;
  }

  /** The rate of the last overload, for a while, and for as long as the load is what it was. */
  private double knownToBeTooMuch(long nowMillis) {
    boolean remembered =
        nowMillis - overloadMillis < REMEMBERED_MILLIS && clients.cpu() > overloadCpu - LIGHTER;
    return remembered ? overloadRate : MOST_BYTES_PER_SEC;
  }

  /** From the rate that it reaches: the part above it has cost nobody anything. */
  private void slowDown(double factor, PaceReason why, long nowMillis) {
    double reached =
        rules.contains(PaceRule.REACHED)
            ? Math.max(rate / 4, Math.min(rate, 1.2 * sent.or(rate)))
            : rate;
    // Of a busy one, requests may be the cause.
    if (why == PaceReason.OVERLOAD
        && !clients.isBusy()
        && nowMillis - overloadMillis >= CUTS_MILLIS) {
      overloadRate = reached;
      overloadCpu = clients.cpu();
      overloadMillis = nowMillis;
    }
    rate = reached * factor;
    reason = why;
    cut = true;
    lastCutMillis = nowMillis;
  }

  private void grow(double factor, long millis, PaceReason why) {
    rate *= Math.pow(factor, millis / GROWTH_MILLIS);
    reason = why;
  }

  /**
   * Not only at it: what clients miss there is still being accepted when the rate begins to grow.
   */
  private boolean isNearLowest(long lowest) {
    return rate <= 2.0 * Math.max(LEAST_BYTES_PER_SEC, lowest);
  }

  private void keepWithin(long lowest, long nowMillis) {
    double least = Math.max(LEAST_BYTES_PER_SEC, lowest);
    if (rules.contains(PaceRule.LOWEST) && rate <= least) {
      rate = least;
      reason = NOT_FASTER.contains(reason) ? PaceReason.LOWEST : reason;
    }
    rate = Math.min(rate, MOST_BYTES_PER_SEC);
    if (!isNearLowest(lowest)) {
      lowestSinceMillis = nowMillis;
    }
  }
}
