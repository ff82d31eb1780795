package io.amoeba.streaming.joining;

import io.amoeba.streaming.protocol.pace.PaceController;
import io.amoeba.streaming.protocol.pace.PaceSample;
import io.amoeba.streaming.protocol.pace.SenderFigures;
import io.amoeba.streaming.protocol.pace.SenderRate;
import io.amoeba.streaming.ring.LoadStates.Heard;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One sender at its clients' pace. {@link #taken} is called by threads of streaming, everything
 * else by the join's.
 */
final class PacedSender {

  /** Between two files, or while the sender flushes, nothing comes for a moment. */
  private static final long ACTIVE_MILLIS = 10_000;

  private static final double MILLIS_PER_SECOND = 1_000;

  private final Pacer pacer;
  private final PaceController controller;
  private final LongAdder bytes = new LongAdder();
  private SenderRate rate;
  private @Nullable Heard heard;
  private long lastMillis;
  private long lastBytesMillis;

  PacedSender(LongSupplier nanoClock) {
    long now = millis(nanoClock.getAsLong());
    controller = new PaceController(now);
    rate = controller.rate();
    pacer = new Pacer(rate.bytesPerSec(), nanoClock);
    lastMillis = now;
    lastBytesMillis = now;
  }

  /** Returns when the sender may send more. */
  void taken(long count) {
    bytes.add(count);
    pacer.taken(count);
  }

  /** Whether it sends at the moment. */
  boolean isActive(long nowNanos) {
    return bytes.sum() > 0 || millis(nowNanos) - lastBytesMillis < ACTIVE_MILLIS;
  }

  /**
   * Follows what it has said.
   *
   * @param last that it has said, if anything
   */
  void observe(
      Optional<Heard> last,
      OptionalDouble joiningNodeCpu,
      double takenOver,
      long lowestBytesPerSec,
      long nowNanos) {
    long now = millis(nowNanos);
    long count = bytes.sumThenReset();
    if (count > 0) {
      lastBytesMillis = now;
    }
    OptionalDouble bytesPerSec =
        now > lastMillis && now - lastBytesMillis < ACTIVE_MILLIS
            ? OptionalDouble.of(count * MILLIS_PER_SECOND / (now - lastMillis))
            : OptionalDouble.empty();
    Heard before = heard;
    Optional<PaceSample> news =
        last.filter(said -> before == null || !said.isSameAs(before))
            .map(said -> said.report().figures())
            .filter(figures -> !figures.equals(SenderFigures.UNKNOWN))
            .map(
                figures ->
                    new PaceSample(
                        figures.cpu(),
                        figures.latency(),
                        figures.answered(),
                        figures.joinShare(),
                        bytesPerSec,
                        joiningNodeCpu,
                        takenOver));
    if (last.isPresent()) {
      heard = last.get();
    }
    lastMillis = now;
    rate = controller.observe(news, lowestBytesPerSec, now);
    pacer.setBytesPerSec(rate.bytesPerSec());
  }

  SenderRate rate() {
    return rate;
  }

  /** It is not held back any more. */
  void release() {
    pacer.setBytesPerSec(0);
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }
}
