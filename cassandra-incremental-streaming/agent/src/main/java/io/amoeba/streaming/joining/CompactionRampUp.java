package io.amoeba.streaming.joining;

import io.amoeba.agentkit.options.DurationText;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a node compact slowly while it joins, if at all, and when it has just become a full member:
 * what its join has brought waits for compaction all at once, and would take the CPUs from clients
 * that have only come to it. Afterwards the limit of compaction rises to the configured one; an
 * operator's takes precedence. Confined to one thread at a time.
 */
final class CompactionRampUp {

  private static final Logger logger = LoggerFactory.getLogger(CompactionRampUp.class);

  private static final int PIECES = 20;
  private static final double FIRST_PART = 1.0 / 8;
  private static final int BYTES_PER_MEBIBYTE = 1 << 20;

  /** The node's limit of compaction. */
  interface Throughput {
    /** Bytes per second; 0: without limit. */
    double get();

    void set(int bytesPerSecond);
  }

  private final long pieceNanos;
  private final Throughput throughput;
  private double whole;
  private double last;
  private long startNanos;
  private boolean joins;
  private boolean over = true;

  /**
   * @param duration until all of the configured limit may be used; 0: at once
   */
  CompactionRampUp(Duration duration, Throughput throughput) {
    pieceNanos = duration.toNanos() / PIECES;
    this.throughput = throughput;
  }

  /** The node starts to join, or continues after a restart. */
  void joining() {
    whole = throughput.get();
    // There is no part of no limit; the setter takes no more.
    over = pieceNanos == 0 || whole <= 0 || whole > Integer.MAX_VALUE;
    if (!over) {
      joins = true;
      set(FIRST_PART * whole);
    }
  }

  /** The node is a full member; before its tables are compacted. */
  void joined(long nowNanos) {
    joins = false;
    startNanos = nowNanos;
    tick(nowNanos);
    if (!over) {
      logger.info(
          "Compaction is limited to {} of {} MiB/s, rising to that in {}",
          last / BYTES_PER_MEBIBYTE,
          whole / BYTES_PER_MEBIBYTE,
          DurationText.of(Duration.ofNanos(PIECES * pieceNanos)));
    }
  }

  /** Called often, until it is over. */
  void tick(long nowNanos) {
    if (over) {
      return;
    }
    if (throughput.get() != last) {
      over = true;
      logger.info("Compaction keeps the limit that was set for it");
      return;
    }
    if (joins) {
      return;
    }
    long passed = (nowNanos - startNanos) / pieceNanos;
    over = passed >= PIECES;
    set(over ? whole : (FIRST_PART + (1 - FIRST_PART) * passed / PIECES) * whole);
  }

  private void set(double bytesPerSecond) {
    double mebibytes = Math.floor(bytesPerSecond / BYTES_PER_MEBIBYTE);
    // Whole ones, which is what nodetool shows without further options.
    double rounded = over || mebibytes < 1 ? bytesPerSecond : mebibytes * BYTES_PER_MEBIBYTE;
    int next = (int) Math.max(1, rounded);
    if (next != last) {
      last = next;
      throughput.set(next);
    }
  }

  /** Whether compaction has the limit that it is configured to, or that an operator has set. */
  boolean isOver() {
    return over;
  }
}
