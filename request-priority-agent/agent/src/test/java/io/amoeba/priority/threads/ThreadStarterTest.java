package io.amoeba.priority.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.agentkit.threads.NiceValue;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.apache.cassandra.concurrent.SharedExecutorPool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What threads inherit from a thread with a raised nice value that has them started. */
@EnabledOnOs(OS.LINUX)
class ThreadStarterTest {

  private static final int NICE_AFTER_NAME = 16;
  private static final int RAISED = 3;

  private final ThreadStarter starter = new ThreadStarter();

  @BeforeEach
  void start() {
    starter.start();
  }

  @Test
  void aThreadDoesNotInheritTheNiceValueOfTheOneThatHasItStarted() throws Exception {
    int own = niceOf("self");
    FutureTask<Integer> task = new FutureTask<>(() -> niceOf("thread-self"));
    Thread made = new FastThreadLocalThread(null, task, "flush");
    made.setDaemon(true);

    onRaisedThread(
        () -> {
          Thread started = starter.withStarter(made, Thread.currentThread().getThreadGroup(), task);
          started.start();
          assertThat(started.getName()).isEqualTo("flush");
          assertThat(started.isDaemon()).isTrue();
          assertThat(started).isInstanceOf(FastThreadLocalThread.class);
          return null;
        });

    assertThat(task.get()).isEqualTo(own);
  }

  @Test
  void aPoolsWorkerDoesNotInheritTheNiceValueOfTheOneThatHasWorkForIt() throws Exception {
    int own = niceOf("self");
    SharedExecutorPool pool = new SharedExecutorPool("Elsewhere");
    Field spinning =
        Class.forName("org.apache.cassandra.concurrent.SEPWorker$Work")
            .getDeclaredField("SPINNING");
    spinning.setAccessible(true);
    Object work = spinning.get(null);

    onRaisedThread(
        () -> {
          starter.schedule(pool, work);
          return null;
        });

    await().untilAsserted(() -> assertThat(nicesOf("Elsewhere")).containsExactly(own));
  }

  private static <T> void onRaisedThread(Callable<T> call) throws Exception {
    FutureTask<T> task =
        new FutureTask<>(
            () -> {
              int before = niceOf("thread-self");
              assertThat(NiceValue.raise(RAISED)).isTrue();
              assertThat(niceOf("thread-self")).isEqualTo(before + RAISED);
              return call.call();
            });
    Thread thread = new Thread(task);
    thread.start();
    thread.join();
    var unused = task.get();
  }

  private static int niceOf(String entry) {
    return nice(Path.of("/proc", entry, "stat"));
  }

  /** Of threads whose names begin so. */
  private static List<Integer> nicesOf(String name) throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
      return threads
          .filter(thread -> read(thread.resolve("comm")).startsWith(name))
          .map(thread -> nice(thread.resolve("stat")))
          .toList();
    }
  }

  private static int nice(Path stat) {
    String text = read(stat);
    return Integer.parseInt(text.substring(text.lastIndexOf(')') + 2).split(" ")[NICE_AFTER_NAME]);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
