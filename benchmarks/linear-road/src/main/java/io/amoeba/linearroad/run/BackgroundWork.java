package io.amoeba.linearroad.run;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Work beside the thread of the run, which learns from here what failed and what is done. Safe for
 * concurrent use.
 */
final class BackgroundWork {
  private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
  private final AtomicReference<@Nullable String> news = new AtomicReference<>();

  /** Starts some, on a thread of its own. */
  void start(String name, Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (RuntimeException e) {
                failure.set(e);
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Leaves a sentence for the view. */
  void tell(String text) {
    news.set(text);
  }

  /**
   * The sentence that was left since the last call; null: none.
   *
   * @throws RuntimeException the one that ended some work
   */
  @Nullable String news() {
    RuntimeException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
    return news.getAndSet(null);
  }
}
