package io.amoeba.coordinator.checks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** Threads that write without end, until all of them are ended. Safe for concurrent use. */
final class WriterThreads implements AutoCloseable {

  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean ended;

  /**
   * Starts one more.
   *
   * @param write one write, which throws nothing; it gets 0, 1, 2, …
   */
  synchronized void start(String name, LongConsumer write) {
    Thread thread =
        new Thread(
            () -> {
              for (long i = 0; !ended; i++) {
                write.accept(i);
              }
            },
            name);
    threads.add(thread);
    thread.start();
  }

  /** Returns when the last write is over. */
  synchronized void end() throws InterruptedException {
    ended = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** The same; an interrupt ends the waiting. */
  @Override
  public void close() {
    try {
      end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
