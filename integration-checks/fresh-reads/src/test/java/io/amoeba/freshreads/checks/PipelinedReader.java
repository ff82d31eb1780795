package io.amoeba.freshreads.checks;

import io.amoeba.freshreads.checks.ReadsUnderTest.Stamp;
import io.lettuce.core.RedisException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads keys in turn, with several reads in flight, from a thread of its own until it is closed.
 * Failed reads are counted and not judged.
 */
final class PipelinedReader implements AutoCloseable {
  private static final int IN_FLIGHT = 64;
  private static final int BATCH = 8;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long PERMIT_WAIT_MILLIS = 100;

  /** Where answers go. */
  interface Judge {
    void judge(int key, int number, long handedOverNanos, boolean fromReplica);
  }

  private final ReadsUnderTest reads;
  private final List<String> keys;
  private final Judge judge;
  private final AnswerMoments moments;
  private final Semaphore permits = new Semaphore(IN_FLIGHT);
  private final AtomicLong failed = new AtomicLong();
  private final Thread thread;
  private volatile boolean closed;

  /**
   * @param moments shared by all readers, whose callbacks share threads
   */
  PipelinedReader(
      String name, ReadsUnderTest reads, List<String> keys, AnswerMoments moments, Judge judge) {
    this.reads = reads;
    this.moments = moments;
    this.keys = keys;
    this.judge = judge;
    this.thread = new Thread(this::run, "reader-" + name);
  }

  PipelinedReader start() {
    thread.start();
    return this;
  }

  long failed() {
    return failed.get();
  }

  private void run() {
    try {
      for (int read = 0; !closed; read++) {
        if (permits.tryAcquire(PERMIT_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
          send(read % keys.size());
        }
        if (read % BATCH == 0) {
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void send(int key) {
    long sentNanos = System.nanoTime();
    answer(keys.get(key))
        .whenComplete(
            (stamp, failure) -> {
              if (closed) {
                return;
              }
              if (failure == null) {
                judge.judge(
                    key, stamp.number(), moments.handedOverNanos(sentNanos), stamp.fromReplica());
              } else {
                failed.incrementAndGet();
              }
              permits.release();
              moments.callbackEnds();
            });
  }

  private CompletionStage<Stamp> answer(String key) {
    try {
      return reads.read(key);
    } catch (RedisException e) {
      return CompletableFuture.failedStage(e); // no connection
    }
  }

  /** Ends the thread; answers that arrive later are not judged. */
  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
