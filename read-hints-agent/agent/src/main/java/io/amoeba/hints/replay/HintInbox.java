package io.amoeba.hints.replay;

import io.amoeba.hints.agent.AgentOptions.ReplayOptions;
import io.amoeba.hints.protocol.batch.Batch;
import io.amoeba.hints.protocol.batch.BatchDecoder;
import io.amoeba.hints.protocol.batch.MalformedBatchException;
import io.amoeba.hints.protocol.batch.ReadHint;
import io.amoeba.hints.settings.DropReason;
import io.amoeba.hints.settings.HintCounters;
import io.amoeba.hints.settings.HintSettings;
import io.amoeba.hints.settings.PeerCounters;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.utils.NoSpamLogger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Batches that wait for a replay thread: few, so that a busy node applies fresh hints or none. Safe
 * for concurrent use.
 */
public final class HintInbox {

  private static final Logger logger = LoggerFactory.getLogger(HintInbox.class);
  private static final NoSpamLogger rareLogger =
      NoSpamLogger.getLogger(logger, 1, TimeUnit.MINUTES);

  /** Of at most 64 KiB each, 4 MiB. */
  static final int BATCHES = 64;

  /** Of these places hot sets take none: they come again, while reads' own hints would be lost. */
  static final int FOR_READS = 32;

  private record Arrival(
      InetAddressAndPort from, byte[] batch, @Nullable Requested asked, long nanos) {}

  private final BlockingQueue<Arrival> arrivals = new ArrayBlockingQueue<>(BATCHES);
  private final BatchDecoder decoder;
  private final Predicate<ReadHint> replay;
  private final long maxAgeNanos;
  private final HintSettings settings;
  private final HintCounters counters;

  public HintInbox(
      BatchDecoder decoder, ReplayOptions bounds, HintSettings settings, HintCounters counters) {
    this(
        decoder,
        new Replay(bounds, settings, counters)::run,
        bounds.maxAgeMillis(),
        settings,
        counters);
  }

  /** Replays by something else, which says whether it has read, and throws what it likes. */
  HintInbox(
      BatchDecoder decoder,
      Predicate<ReadHint> replay,
      int maxAgeMillis,
      HintSettings settings,
      HintCounters counters) {
    this.decoder = decoder;
    this.replay = replay;
    this.maxAgeNanos = TimeUnit.MILLISECONDS.toNanos(maxAgeMillis);
    this.settings = settings;
    this.counters = counters;
  }

  /** Starts the threads that replay; they end with the process. */
  public void start(int threads) {
    for (int number = 1; number <= threads; number++) {
      new ReplayThread(this::replayForever, number).start();
    }
  }

  /** Takes a batch, or rejects it permanently because of its size; false when there is no room. */
  public boolean offer(InetAddressAndPort from, byte[] batch) {
    count(from, batch);
    if (isOversized(from, batch)) {
      return true;
    }
    boolean taken = arrivals.offer(new Arrival(from, batch, null, System.nanoTime()));
    if (!taken) {
      counters.drop(DropReason.INBOX_FULL, 1);
    }
    return taken;
  }

  /**
   * As the other, and reports the outcome of a batch that was taken. One that finds no room is not
   * lost: it is to come again. One that is too large is dropped: it would be too large again.
   */
  public boolean offer(InetAddressAndPort from, byte[] batch, Requested asked) {
    if (isOversized(from, batch)) {
      count(from, batch);
      asked.done(0);
      return true;
    }
    boolean taken =
        arrivals.remainingCapacity() > FOR_READS
            && arrivals.offer(new Arrival(from, batch, asked, System.nanoTime()));
    if (taken) {
      count(from, batch);
    } else {
      counters.hotSetPutOff.increment();
    }
    return taken;
  }

  /** A message may be of any size; what waits here must not be. */
  private boolean isOversized(InetAddressAndPort from, byte[] batch) {
    try {
      decoder.checkSize(batch);
      return false;
    } catch (MalformedBatchException e) {
      refuse(from, e);
      return true;
    }
  }

  private void count(InetAddressAndPort from, byte[] batch) {
    PeerCounters peer = counters.peer(from);
    peer.receivedBatches.increment();
    peer.receivedBytes.add(batch.length);
    counters.receivedBatches.increment();
    counters.receivedBytes.add(batch.length);
  }

  private void replayForever() {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        replay(arrivals.take());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Throwable e) {
        rareLogger.warn("A batch of read hints was dropped", e);
        FatalErrors.report(e);
      }
    }
  }

  private void replay(Arrival arrival) {
    Requested asked = arrival.asked();
    int applied = 0;
    try {
      applied = replayed(arrival);
    } finally {
      if (asked != null) {
        asked.done(applied);
      }
    }
  }

  /*
   * When reads move to this node, its disk is the clients' from then on; what has waited would be
   * read before them, and cost them their throughput. Looked at before each hint: on such a disk
   * those of one batch take seconds, and those of a peer gone wrong would take minutes.
   */
  private boolean isLate(Arrival arrival) {
    return System.nanoTime() - arrival.nanos() > maxAgeNanos;
  }

  /** How many of a batch were applied. */
  private int replayed(Arrival arrival) {
    Batch batch;
    try {
      batch = decoder.decode(arrival.batch());
    } catch (MalformedBatchException e) {
      refuse(arrival.from(), e);
      return 0;
    }
    int hints = batch.hints().size();
    PeerCounters peer = counters.peer(arrival.from());
    peer.received.add(hints);
    counters.received.add(hints);
    if (batch.hotSet()) {
      counters.hotSetReceived.add(hints);
    }
    Requested asked = arrival.asked();
    int applied = 0;
    int looked = 0;
    for (ReadHint hint : batch.hints()) {
      // Who has asked for a hot set waits for it, until the limit of that request.
      boolean wanted = asked != null && asked.isWanted();
      if (!wanted && isLate(arrival)) {
        counters.drop(DropReason.LATE, hints - looked);
        break;
      }
      applied += replay(hint, wanted) ? 1 : 0;
      looked++;
    }
    if (!batch.hotSet() && looked > 0) {
      counters.lag(arrival.from(), System.currentTimeMillis() - batch.createdMillis());
    }
    peer.applied.add(applied);
    return applied;
  }

  /** Counts an invalid message, and logs it once in a while. */
  public void refuse(InetAddressAndPort from, MalformedBatchException reason) {
    counters.drop(DropReason.MALFORMED, 1);
    rareLogger.warn("Read hints of {} are refused: {}", from, reason.getMessage());
  }

  private boolean replay(ReadHint hint, boolean asked) {
    int percent = asked && settings.isApplying() ? 100 : settings.effectivePercent();
    if (percent < 100 && ThreadLocalRandom.current().nextInt(100) >= percent) {
      counters.drop(settings.isApplying() ? DropReason.NOT_SAMPLED : DropReason.SWITCHED_OFF, 1);
      return false;
    }
    try {
      return replay.test(hint);
    } catch (Throwable e) {
      // A table that is dropped under the read, or a damaged file: a client's read will report it.
      counters.drop(DropReason.FAILED, 1);
      rareLogger.info("A read hint could not be replayed: {}", e.toString());
      FatalErrors.report(e);
      return false;
    }
  }

  /** A batch that this node has asked for. Called by replay threads. */
  public interface Requested {

    /**
     * Whether a caller still waits for it: then it is applied whatever the fraction is, and however
     * late.
     */
    boolean isWanted();

    /** Nothing more comes of it; called once. How many of its hints were applied. */
    void done(int applied);
  }
}
