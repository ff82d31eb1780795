package io.amoeba.readbalancer;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * The Read Balancer of the paper "Decongestant: A Breath of Fresh Air for MongoDB Through
 * Freshness-aware Reads" (EDBT 2021), algorithm 1. Its caller measures round trips, asks for the
 * staleness once per second, and ends a period every ten seconds. Safe for concurrent use.
 *
 * <p>The paper defines neither a median of no latencies nor a server-side latency of 0 or below:
 * the former keeps the fraction, the latter counts as 1 ns.
 */
public final class ReadBalancer {

  private static final double DELTA = 0.1;
  private static final double LOW_BALANCE = 0.1;
  private static final double HIGH_BALANCE = 0.9;
  private static final double HIGH_RATIO = 1.3;
  private static final double LOW_RATIO = 0.75;
  private static final int RECENT = 4;

  private final long staleBoundNanos;
  private final Latencies primary = new Latencies();
  private final Latencies secondary = new Latencies();
  private final Latencies primaryRoundTrip = new Latencies();
  private final Latencies secondaryRoundTrip = new Latencies();
  private final Deque<Double> recent = new ArrayDeque<>();
  private long maxStalenessNanos;
  private volatile double balance = LOW_BALANCE;

  /**
   * With the lowest balance fraction above 0, as the paper starts.
   *
   * @param staleBoundNanos largest staleness that clients accept; 0: none
   */
  public ReadBalancer(long staleBoundNanos) {
    this.staleBoundNanos = staleBoundNanos;
    for (int i = 0; i < RECENT; i++) {
      recent.addLast(LOW_BALANCE);
    }
  }

  /** The part of the reads for the secondaries: 0, or 0.1 to 0.9. */
  public double balanceFraction() {
    return balance;
  }

  /** A read was answered. */
  public void read(boolean fromSecondary, long latencyNanos) {
    (fromSecondary ? secondary : primary).add(latencyNanos);
  }

  /** A round trip to the primary or to a secondary was measured. */
  public void ping(boolean ofSecondary, long roundTripNanos) {
    (ofSecondary ? secondaryRoundTrip : primaryRoundTrip).add(roundTripNanos);
  }

  /** Takes the staleness of the stalest secondary, as the primary reports it. */
  public synchronized void serverStatus(long maxStalenessNanos) {
    this.maxStalenessNanos = maxStalenessNanos;
    balance = tooStale() ? 0 : recent.getLast();
  }

  /** Sets the fraction of the next period by the latencies of the one that ends. */
  public synchronized void periodEnded() {
    double next = next(ratio());
    recent.removeFirst();
    recent.addLast(next);
    for (Latencies each : List.of(primary, secondary, primaryRoundTrip, secondaryRoundTrip)) {
      each.clear();
    }
    balance = tooStale() ? 0 : next;
  }

  private double next(double ratio) {
    double latest = recent.getLast();
    if (Double.isNaN(ratio)) {
      return latest;
    }
    if (ratio > HIGH_RATIO) {
      return Math.min(latest + DELTA, HIGH_BALANCE);
    }
    boolean settled = recent.stream().distinct().count() == 1;
    return ratio < LOW_RATIO || settled ? Math.max(latest - DELTA, LOW_BALANCE) : latest;
  }

  private double ratio() {
    if (primary.isEmpty() || secondary.isEmpty()) {
      return Double.NaN;
    }
    long ofPrimary = primary.median() - primaryRoundTrip.median();
    long ofSecondary = secondary.median() - secondaryRoundTrip.median();
    return (double) Math.max(ofPrimary, 1) / Math.max(ofSecondary, 1);
  }

  private boolean tooStale() {
    return staleBoundNanos == 0 || maxStalenessNanos > staleBoundNanos;
  }

  /** The latencies of one period. */
  private static final class Latencies {

    private long[] values = new long[1024];
    private int size;

    synchronized void add(long nanos) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = nanos;
    }

    synchronized boolean isEmpty() {
      return size == 0;
    }

    synchronized long median() {
      if (size == 0) {
        return 0;
      }
      Arrays.sort(values, 0, size);
      return values[size / 2];
    }

    synchronized void clear() {
      size = 0;
    }
  }
}
