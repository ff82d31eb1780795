package io.amoeba.priority.settings;

import io.amoeba.priority.protocol.service.ServiceClass;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.SnapshottingTimer;

/** What the agent has counted since the start. Safe for concurrent use. */
public final class PriorityCounters {

  /** Of one class. */
  private static final class OfClass {
    private final LongAdder requests = new LongAdder();
    private final LongAdder completed = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final LongAdder received = new LongAdder();
    private volatile SnapshottingTimer latency = timer();
    private volatile SnapshottingTimer hopWait = timer();
    private volatile SnapshottingTimer held = timer();
  }

  private final OfClass high = new OfClass();
  private final OfClass normal = new OfClass();
  private final OfClass low = new OfClass();

  private final LongAdder malformed = new LongAdder();
  private final LongAdder malformedMessages = new LongAdder();
  private final LongAdder unauthorized = new LongAdder();
  private final LongAdder hookFailures = new LongAdder();
  private final LongAdder niceThreads = new LongAdder();
  private final LongAdder highActiveNanos = new LongAdder();
  private final LongAdder gateClosedNanos = new LongAdder();

  private static SnapshottingTimer timer() {
    return new SnapshottingTimer(CassandraMetricsRegistry.createReservoir(TimeUnit.NANOSECONDS));
  }

  /** A client's request has arrived, whatever becomes of it. */
  public void arrived(ServiceClass serviceClass) {
    of(serviceClass).requests.increment();
  }

  public long arrivals(ServiceClass serviceClass) {
    return of(serviceClass).requests.sum();
  }

  /**
   * A marked request has ended, with or without an error.
   *
   * @param latencyNanos since its arrival, with the time for which it was held
   * @param hopWaitNanos until a thread ran it, after it was handed to an executor
   */
  public void ended(ServiceClass serviceClass, long latencyNanos, long hopWaitNanos) {
    OfClass counters = of(serviceClass);
    counters.completed.increment();
    counters.latency.update(latencyNanos, TimeUnit.NANOSECONDS);
    counters.hopWait.update(hopWaitNanos, TimeUnit.NANOSECONDS);
  }

  /**
   * A request that nobody has marked, and that stock serves, was executed.
   *
   * @param latencyNanos since its arrival
   */
  public void endedUnmarked(long latencyNanos) {
    normal.completed.increment();
    normal.latency.update(latencyNanos, TimeUnit.NANOSECONDS);
  }

  /** A request was held. */
  public void heldFor(ServiceClass serviceClass, long nanos) {
    of(serviceClass).held.update(nanos, TimeUnit.NANOSECONDS);
  }

  /** For how long requests were held, of those that were. */
  public SnapshottingTimer held(ServiceClass serviceClass) {
    return of(serviceClass).held;
  }

  public long completed(ServiceClass serviceClass) {
    return of(serviceClass).completed.sum();
  }

  /** From arrival to the end of processing. */
  public SnapshottingTimer latency(ServiceClass serviceClass) {
    return of(serviceClass).latency;
  }

  /** From the hand-over to an executor until a thread runs it, of marked requests. */
  public SnapshottingTimer hopWait(ServiceClass serviceClass) {
    return of(serviceClass).hopWait;
  }

  /** Forgets latencies and waits: a benchmark begins its next phase. */
  public void resetLatencies() {
    for (OfClass counters : List.of(high, normal, low)) {
      counters.latency = timer();
      counters.hopWait = timer();
      counters.held = timer();
    }
  }

  private OfClass of(ServiceClass serviceClass) {
    return serviceClass == ServiceClass.NORMAL
        ? normal
        : serviceClass == ServiceClass.HIGH ? high : low;
  }

  /** A message of this class is sent to a peer. */
  public void sent(ServiceClass serviceClass) {
    of(serviceClass).sent.increment();
  }

  public long messagesSent(ServiceClass serviceClass) {
    return of(serviceClass).sent.sum();
  }

  /** A message of this class has arrived from a peer. */
  public void received(ServiceClass serviceClass) {
    of(serviceClass).received.increment();
  }

  public long messagesReceived(ServiceClass serviceClass) {
    return of(serviceClass).received.sum();
  }

  /** A message has arrived whose class does not exist: it is normal. */
  public void malformedMessage() {
    malformedMessages.increment();
  }

  public long malformedMessages() {
    return malformedMessages.sum();
  }

  /** A client has named a class that does not exist. */
  public void malformed() {
    malformed.increment();
  }

  public long malformedRequests() {
    return malformed.sum();
  }

  /** A client has asked for a class that its user may not have. */
  public void unauthorized() {
    unauthorized.increment();
  }

  public long unauthorizedRequests() {
    return unauthorized.sum();
  }

  /** A hook has thrown: the request or task was served as stock serves it. */
  public void hookFailed() {
    hookFailures.increment();
  }

  public long hookFailures() {
    return hookFailures.sum();
  }

  /** A thread of the low class has raised its nice value. */
  public void niceApplied() {
    niceThreads.increment();
  }

  /** Time has passed: with active high requests, with held low ones. */
  public void passed(long nanos, boolean highActive, boolean gateClosed) {
    if (highActive) {
      highActiveNanos.add(nanos);
    }
    if (gateClosed) {
      gateClosedNanos.add(nanos);
    }
  }

  /** For how long high requests have been active since the start. */
  public long highActiveMillis() {
    return TimeUnit.NANOSECONDS.toMillis(highActiveNanos.sum());
  }

  /** For how long low requests have been held since the start. */
  public long gateClosedMillis() {
    return TimeUnit.NANOSECONDS.toMillis(gateClosedNanos.sum());
  }

  /** Threads of the low class that have raised their nice value since the start. */
  public long niceThreads() {
    return niceThreads.sum();
  }
}
