package io.amoeba.priority.protocol.admission;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Admits requests of a lower class: while high ones are active, at most a limit runs, the others
 * are held in order of arrival, without a thread. Every request is run or shed exactly once. Times
 * are those of {@link System#nanoTime}. Lock-free, safe for concurrent use. Differs from the
 * semaphore of "Priority-driven differentiated performance for NoSQL database-as-a-service",
 * algorithms 2 and 3, as said inside.
 *
 * @param <R> a request
 */
public final class AdmissionGate<R> {

  /*
   * The paper's semaphore blocks threads and releases all of them at once when high requests have
   * ended: the herd meets the next high request. Here a request that ends makes room for one, and
   * when high requests are quiet, held ones leave as fast as the node serves them and no faster.
   * The paper's low class may wait forever; here it always moves: the limit is at least 1, a request
   * that was held for long is released whatever the limit, and one whose end is not reported is
   * forgotten, so a limit that is used up by lost requests opens by itself.
   * When there is no room, the request that arrives is shed: it is the newest, and the others have
   * waited. What has been held for so long that its client has given up is shed, too.
   *
   * No lock: threads of the low class have a raised nice value, and one that is preempted while it
   * holds a lock would stop event loops. Held requests are released by one thread at a time, the one
   * that raises `passes` from 0; others only add to it, and that thread goes round again. So a
   * request that ends inside run does not recurse, and none is overtaken among the held ones.
   */

  private static final long AGED_INTERVAL_NANOS =
      TimeUnit.SECONDS.toNanos(1) / GateBounds.AGED_PER_SECOND;

  /**
   * After so long a running request no longer counts towards the limit. If it still runs, one more
   * than the limit does.
   */
  static final long FORGOTTEN_AFTER_MILLIS = 5_000;

  private static final class Held<R> {
    private final R request;
    private final long bytes;
    private final long sinceNanos;

    Held(R request, long bytes, long sinceNanos) {
      this.request = request;
      this.bytes = bytes;
      this.sinceNanos = sinceNanos;
    }
  }

  private final AdmittedRequests<R> requests;
  private final HighActivity high;
  private final GateBounds bounds;
  private final int openLimit;
  private final long ageNanos;
  private final RunningRequests running;

  private final ConcurrentLinkedQueue<Held<R>> held = new ConcurrentLinkedQueue<>();
  private final AtomicInteger heldRequests = new AtomicInteger();
  private final AtomicLong heldBytes = new AtomicLong();
  private final AtomicInteger passes = new AtomicInteger();

  private final LongAdder arrivedCount = new LongAdder();
  private final LongAdder heldCount = new LongAdder();
  private final LongAdder agedCount = new LongAdder();
  private final LongAdder shedCount = new LongAdder();
  private final LongAdder unansweredCount = new LongAdder();
  private final LongAdder endedCount = new LongAdder();

  private volatile int limit;
  private volatile boolean open;
  private volatile long lastAgedNanos;

  /**
   * An empty gate, whose limit is the open one.
   *
   * @param openLimit how many run while high requests are quiet and others are still held: more
   *     than the node has threads for them would only wait elsewhere
   */
  public AdmissionGate(
      AdmittedRequests<R> requests,
      HighActivity high,
      GateBounds bounds,
      int openLimit,
      long nowNanos) {
    this.requests = requests;
    this.high = high;
    this.bounds = bounds;
    this.openLimit = Math.max(1, openLimit);
    this.limit = this.openLimit;
    this.ageNanos = TimeUnit.MILLISECONDS.toNanos(bounds.ageMillis());
    this.running = new RunningRequests(FORGOTTEN_AFTER_MILLIS, nowNanos);
    this.lastAgedNanos = nowNanos - AGED_INTERVAL_NANOS;
  }

  /** Low requests that may run while high ones are active; less than 1 counts as 1. */
  public void setLimit(int limit) {
    this.limit = Math.max(1, limit);
  }

  /** Opens for good, as for a node that stops: all held requests run at once. Or the opposite. */
  public void setOpen(boolean open, long nowNanos) {
    this.open = open;
    release(nowNanos);
  }

  /** A low request arrives: it is run or shed before this returns, or held. */
  public void arrive(R request, long bytes, long nowNanos) {
    arrivedCount.increment();
    // Time alone may have made room.
    release(nowNanos);
    if (heldRequests.get() == 0) {
      int begun = tryBegin(nowNanos);
      if (begun >= 0) {
        run(request, begun, 0, nowNanos);
        return;
      }
    }
    if (hold(request, bytes, nowNanos)) {
      release(nowNanos);
    } else if (open || !high.isActive(nowNanos)) {
      // Too many are still held, but there is no reason left to keep this one from running.
      run(request, running.begin(nowNanos), 0, nowNanos);
    } else {
      shed(request);
    }
  }

  /** A request that was run has ended, with or without an error. Further calls change nothing. */
  public void end(Admission admission, long nowNanos) {
    if (admission.end()) {
      endedCount.increment();
      running.end(admission.begun());
      release(nowNanos);
    }
  }

  /** To be called every 10 ms or so, since time passes also when nothing arrives and ends. */
  public void tick(long nowNanos) {
    high.forget(nowNanos);
    running.forget(nowNanos);
    release(nowNanos);
  }

  /** Whether a request that arrives now may be held. */
  public boolean isLimited(long nowNanos) {
    return !open && high.isActive(nowNanos);
  }

  public int limit() {
    return limit;
  }

  /** Low requests that run, without those that were forgotten. */
  public int running() {
    return running.count();
  }

  public int held() {
    return heldRequests.get();
  }

  public long heldBytes() {
    return heldBytes.get();
  }

  /** How long the oldest held request has been so; 0 without any. */
  public long oldestHeldMillis(long nowNanos) {
    Held<R> oldest = held.peek();
    return oldest == null ? 0 : TimeUnit.NANOSECONDS.toMillis(nowNanos - oldest.sinceNanos);
  }

  public GateCounts counts() {
    return new GateCounts(
        arrivedCount.sum(),
        heldCount.sum(),
        agedCount.sum(),
        shedCount.sum(),
        unansweredCount.sum(),
        endedCount.sum(),
        running.forgotten());
  }

  private int tryBegin(long nowNanos) {
    if (open) {
      return running.begin(nowNanos);
    }
    if (high.isActive(nowNanos)) {
      return running.tryBegin(limit, nowNanos);
    }
    return heldRequests.get() == 0
        ? running.begin(nowNanos)
        : running.tryBegin(Math.max(limit, openLimit), nowNanos);
  }

  private boolean hold(R request, long bytes, long nowNanos) {
    if (heldRequests.incrementAndGet() > bounds.requests()) {
      heldRequests.decrementAndGet();
      return false;
    }
    if (heldBytes.addAndGet(bytes) > bounds.bytes()) {
      heldBytes.addAndGet(-bytes);
      heldRequests.decrementAndGet();
      return false;
    }
    heldCount.increment();
    held.add(new Held<>(request, bytes, nowNanos));
    return true;
  }

  private void release(long nowNanos) {
    if (heldRequests.get() == 0 || passes.getAndIncrement() != 0) {
      return;
    }
    boolean whole = false;
    try {
      int seen = 1;
      do {
        pass(nowNanos);
        seen = passes.addAndGet(-seen);
      } while (seen != 0);
      whole = true;
    } finally {
      if (!whole) {
        // An error ends this thread's part; the next call takes over.
        passes.set(0);
      }
    }
  }

  private void pass(long nowNanos) {
    for (Held<R> oldest = held.peek(); oldest != null; oldest = held.peek()) {
      if (!open && nowNanos - oldest.sinceNanos > GateBounds.SHED_AGES * ageNanos) {
        shed(takeOldest().request);
        continue;
      }
      int begun = tryBegin(nowNanos);
      if (begun < 0 && mayAge(oldest, nowNanos)) {
        begun = running.begin(nowNanos);
      }
      if (begun < 0) {
        return;
      }
      run(takeOldest().request, begun, nowNanos - oldest.sinceNanos, nowNanos);
    }
  }

  private boolean mayAge(Held<R> oldest, long nowNanos) {
    if (nowNanos - oldest.sinceNanos <= ageNanos
        || nowNanos - lastAgedNanos < AGED_INTERVAL_NANOS) {
      return false;
    }
    lastAgedNanos = nowNanos;
    agedCount.increment();
    return true;
  }

  private Held<R> takeOldest() {
    Held<R> taken = held.poll();
    if (taken == null) {
      throw new IllegalStateException("another thread releases held requests");
    }
    heldBytes.addAndGet(-taken.bytes);
    heldRequests.decrementAndGet();
    return taken;
  }

  private void run(R request, int begun, long heldNanos, long nowNanos) {
    Admission admission = new Admission(begun, heldNanos);
    try {
      requests.run(request, admission);
    } catch (RuntimeException | Error e) {
      // It does not run, so no end would be reported. An error must not lose it either: the thread
      // may be that of another request.
      if (admission.end()) {
        running.end(begun);
      }
      shed(request);
      release(nowNanos);
    }
  }

  private void shed(R request) {
    shedCount.increment();
    try {
      requests.shed(request);
    } catch (RuntimeException | Error e) {
      // The caller brought another request, or none.
      unansweredCount.increment();
    }
  }
}
