package io.amoeba.coordinator.checks;

import java.util.List;
import java.util.stream.IntStream;

/** Threads that keep CPUs busy until this is closed. */
final class SpinningLoops implements AutoCloseable {

  private final List<Thread> threads;
  private volatile boolean ended;

  SpinningLoops(int count) {
    threads = IntStream.range(0, count).mapToObj(i -> thread("spins-" + i)).toList();
  }

  private Thread thread(String name) {
    Thread thread = new Thread(this::spin, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void spin() {
    while (!ended) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    ended = true;
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
