package io.amoeba.coordinator.execute.background;

import io.amoeba.coordinator.execute.pause.Pausable;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets work run on a thread of its own, for one plan at a time, and lets what an earlier process
 * left half done be ended before. No method but {@link #close} waits. Safe for concurrent use.
 *
 * @param <T> the work, as others see it while it runs
 * @param <R> what it has led to
 */
public final class BackgroundWork<T extends Pausable, R> {

  private static final Logger LOG = LoggerFactory.getLogger(BackgroundWork.class);
  private static final Duration BETWEEN_RECOVERIES = Duration.ofSeconds(5);

  /** What work has led to, and what it left half done, in words. Immutable. */
  public record Result<R>(R report, Optional<String> left) {}

  /** Work that is under way, or has ended and was not forgotten. Immutable. */
  public record Running<T, R>(String plan, T task, Optional<R> report) {}

  private final String name;
  private final ExecutorService thread;
  private volatile Runnable listener = () -> {};

  // Guarded by this.
  private Optional<Running<T, R>> running = Optional.empty();
  private Optional<String> left;
  private boolean recovering;
  private boolean ended;
  private long lastRecoveryNanos = System.nanoTime() - BETWEEN_RECOVERIES.toNanos();

  /**
   * Work that rests.
   *
   * @param name of its thread
   * @param left what is half done, in words
   */
  public BackgroundWork(String name, Optional<String> left) {
    this.name = name;
    this.left = left;
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread made = new Thread(task, name);
              made.setDaemon(true);
              return made;
            });
  }

  /** Runs {@code newListener} when work, or a recovery, has ended. */
  public void onEnd(Runnable newListener) {
    listener = newListener;
  }

  /**
   * Ends what is half done, again and again until that works.
   *
   * @param recovery says what is left afterwards; it does not throw
   * @return what is left now
   */
  public synchronized Optional<String> recover(Supplier<Optional<String>> recovery) {
    long now = System.nanoTime();
    boolean due = now - lastRecoveryNanos >= BETWEEN_RECOVERIES.toNanos();
    if (left.isPresent() && running.isEmpty() && due && !recovering && !ended) {
      recovering = true;
      lastRecoveryNanos = now;
      thread.execute(() -> recoverNow(recovery));
    }
    return left;
  }

  private void recoverNow(Supplier<Optional<String>> recovery) {
    Optional<String> after = recovery.get();
    synchronized (this) {
      left = after;
      recovering = false;
      lastRecoveryNanos = System.nanoTime();
    }
    listener.run();
  }

  /** Whether work may begin: nothing is under way or half done, and nobody ends it. */
  public synchronized boolean isFree() {
    return isClosed() && !ended;
  }

  /**
   * Begins, if it is free.
   *
   * @param work does not throw
   */
  public synchronized void begin(String plan, T task, Supplier<Result<R>> work) {
    if (isFree()) {
      running = Optional.of(new Running<>(plan, task, Optional.empty()));
      thread.execute(() -> workNow(plan, task, work));
    }
  }

  private void workNow(String plan, T task, Supplier<Result<R>> work) {
    Result<R> result = work.get();
    synchronized (this) {
      left = result.left();
      running = Optional.of(new Running<>(plan, task, Optional.of(result.report())));
    }
    listener.run();
  }

  /** What is under way, or has ended and was not forgotten. */
  public synchronized Optional<Running<T, R>> running() {
    return running;
  }

  /** Tells the work that is under way. */
  public synchronized void tell(Consumer<T> order) {
    running.ifPresent(now -> order.accept(now.task()));
  }

  /** Forgets the work for a plan if it has ended. */
  public synchronized void forget(String plan) {
    running = running.filter(now -> !now.plan().equals(plan) || now.report().isEmpty());
  }

  /** Whether nothing is under way or half done. */
  public synchronized boolean isClosed() {
    return running.isEmpty() && left.isEmpty() && !recovering;
  }

  /**
   * Waits for the next safe point; what takes longer is left to the next coordinator's recovery.
   *
   * @param order what the work is told
   */
  public void close(Consumer<T> order, Duration longest) {
    synchronized (this) {
      ended = true;
      tell(order);
    }
    thread.shutdown();
    try {
      if (!thread.awaitTermination(longest.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn(
            "{} has not come to a safe point after {} s; the next coordinator recovers it",
            name,
            longest.toSeconds());
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
