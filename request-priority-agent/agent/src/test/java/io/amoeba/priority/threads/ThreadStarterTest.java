package io.amoeba.priority.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.agentchecks.NiceValues;
import io.amoeba.agentkit.threads.NiceValue;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.apache.cassandra.concurrent.SharedExecutorPool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What threads inherit from a thread with a raised nice value that has them started. */
@EnabledOnOs(OS.LINUX)
class ThreadStarterTest {

  private static final int RAISED = 3;

  private final ThreadStarter starter = new ThreadStarter();

  @BeforeEach
  void start() {
    starter.start();
  }

  @Test
  void aThreadDoesNotInheritTheNiceValueOfTheOneThatHasItStarted() throws Exception {
    int own = NiceValues.ofProcess(ProcessHandle.current().pid());
    FutureTask<Integer> task = new FutureTask<>(NiceValues::ofThisThread);
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
    int own = NiceValues.ofProcess(ProcessHandle.current().pid());
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
              int before = NiceValues.ofThisThread();
              assertThat(NiceValue.raise(RAISED)).isTrue();
              assertThat(NiceValues.ofThisThread()).isEqualTo(NiceValues.raised(before, RAISED));
              return call.call();
            });
    Thread thread = new Thread(task);
    thread.start();
    thread.join();
    var unused = task.get();
  }

  /** Of threads whose names begin so. */
  private static List<Integer> nicesOf(String name) throws IOException {
    return NiceValues.ofThreads(ProcessHandle.current().pid()).stream()
        .filter(thread -> thread.name().startsWith(name))
        .map(NiceValues.ThreadNice::value)
        .toList();
  }
}
