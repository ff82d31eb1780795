package io.amoeba.priority.threads;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.priority.agent.AgentOptions.InlineLocal;
import io.amoeba.priority.agent.AgentOptions.ThreadOptions;
import io.amoeba.priority.agent.SampleOptions;
import io.amoeba.priority.protocol.service.ServiceClass;
import io.amoeba.priority.settings.PriorityCounters;
import io.amoeba.priority.settings.PrioritySettings;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.concurrent.FailingExecutor;
import org.apache.cassandra.concurrent.SEPExecutor;
import org.apache.cassandra.concurrent.SharedExecutorPool;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which thread runs the local part of a request. The caller's has a raised nice value or not. */
class LowPoolTest {

  private static final SharedExecutorPool POOL = new SharedExecutorPool("LowPoolTest");
  private static int pools;

  private final FailingExecutor reads = new FailingExecutor(POOL, "Reads" + ++pools);
  private final FailingExecutor writes = new FailingExecutor(POOL, "Writes" + pools);
  private final PrioritySettings settings = new PrioritySettings(SampleOptions.of(""));
  private final PriorityCounters counters = new PriorityCounters();
  private final LowPool pool =
      new LowPool(
          new ThreadOptions(true, 0, 4, InlineLocal.LOW, true), settings, counters, reads, writes);
  private final ExecutorService caller = Executors.newSingleThreadExecutor();
  private final BlockingQueue<Thread> ran = new LinkedBlockingQueue<>();

  @AfterEach
  void stop() {
    caller.shutdownNow();
  }

  @Test
  void aReadAndALockFreeWriteOfALowThreadRunThere() throws Exception {
    Thread low = onLowThread(true, thread -> assertThat(runInline(reads, thread)).isTrue());
    assertThat(ran.take()).isSameAs(low);

    onLowThread(true, thread -> assertThat(runInline(writes, thread)).isTrue());
    assertThat(ran.take()).isSameAs(low);
  }

  /** Stock would run it at once while other writes wait for threads. */
  @Test
  void aWriteOfALowThreadThatTakesSharedLocksRunsOnASharedThread() throws Exception {
    Thread low = onLowThread(false, thread -> assertThat(runInline(writes, thread)).isTrue());

    Thread shared = ran.poll(1, TimeUnit.MINUTES);
    assertThat(shared).isNotNull().isNotSameAs(low);
    assertThat(shared.getName()).startsWith("Writes");
  }

  @Test
  void aTaskOfALowThreadRunsOnceWhereItsHandOverFails() throws Exception {
    writes.setFails(true);
    onLowThread(
        false,
        thread -> {
          if (!runInline(writes, thread)) {
            ran.add(Thread.currentThread());
          }
        });
    writes.setFails(false);

    assertThat(ran.poll(1, TimeUnit.MINUTES)).isNotNull();
    // What is queued runs before this.
    writes.submit(() -> {}).get();
    assertThat(ran).isEmpty();
    assertThat(counters.hookFailures()).isOne();
  }

  @Test
  void aSharedThreadDoesAsStockDoes() throws Exception {
    onThread(
        thread -> {
          thread.begin(new Request(ServiceClass.LOW), true);
          assertThat(runInline(writes, thread)).isFalse();
          thread.begin(new Request(ServiceClass.HIGH), true);
          assertThat(runInline(reads, thread)).isFalse();
        });

    assertThat(ran).isEmpty();
  }

  private boolean runInline(SEPExecutor executor, CurrentClass thread) {
    return pool.runInline(executor, () -> ran.add(Thread.currentThread()), thread);
  }

  private interface Check {
    void on(CurrentClass current);
  }

  private Thread onLowThread(boolean lockFree, Check check) throws Exception {
    return onThread(
        thread -> {
          thread.becomeLowThread();
          thread.begin(new Request(ServiceClass.LOW), true);
          thread.setLockFreeWrite(lockFree);
          check.on(thread);
        });
  }

  private Thread onThread(Check check) throws Exception {
    return caller
        .submit(
            () -> {
              check.on(CurrentClass.get());
              return Thread.currentThread();
            })
        .get(1, TimeUnit.MINUTES);
  }

  private record Request(ServiceClass serviceClass) implements MarkedRequest {

    @Override
    public void beginWait() {
      // Nobody waits here.
    }

    @Override
    public void endWait() {
      // Nobody waits here.
    }

    @Override
    public @Nullable RuntimeException errorInstead() {
      return null;
    }
  }
}
