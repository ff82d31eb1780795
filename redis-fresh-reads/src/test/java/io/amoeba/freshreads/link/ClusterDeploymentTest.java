package io.amoeba.freshreads.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.event.ClusterTopologyChangedEvent;
import io.lettuce.core.event.DefaultEventBus;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Hooks;
import reactor.core.scheduler.Scheduler;

/** Events of lettuce that come at the worst moment. No server is there. */
class ClusterDeploymentTest {
  private final List<Throwable> dropped = new CopyOnWriteArrayList<>();
  private final AtomicInteger told = new AtomicInteger();
  private final InterruptedScheduler scheduler = new InterruptedScheduler();
  private final ClientResources resources =
      ClientResources.builder().eventBus(new DefaultEventBus(scheduler)).build();
  private final RedisClusterClient client =
      RedisClusterClient.create(resources, RedisURI.create("127.0.0.1", 6379));
  private final ClusterDeployment deployment = new ClusterDeployment(client);

  @BeforeEach
  void listen() {
    Hooks.onErrorDropped(dropped::add);
    deployment.onChange(told::incrementAndGet);
  }

  @AfterEach
  void end() {
    Hooks.resetOnErrorDropped();
    deployment.close();
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    resources.shutdown(0, 2, TimeUnit.SECONDS);
  }

  private void publish() {
    resources.eventBus().publish(new ClusterTopologyChangedEvent(List.of(), List.of()));
  }

  @Test
  void aChangeIsTold() {
    publish();

    assertThat(told).hasValue(1);
  }

  @Test
  void anEventWhileTheDeploymentIsClosedLeavesNoError() {
    scheduler.beforeTheNextTask(deployment::close);

    publish();

    assertThat(scheduler.rejected).isEqualTo(1);
    assertThat(dropped).isEmpty();
    assertThat(told).hasValue(0);
  }

  @Test
  void anEventAfterTheClientsThreadsHaveEndedLeavesNoError() {
    scheduler.dispose();

    publish();

    assertThat(scheduler.rejected).isEqualTo(1);
    assertThat(dropped).isEmpty();
  }

  /**
   * Runs tasks at once, but something else before them, and refuses them once it is disposed, as
   * Reactor's own schedulers do. Confined to the test's thread.
   */
  private static final class InterruptedScheduler implements Scheduler {
    private Runnable interruption = () -> {};
    private boolean disposed;
    private int rejected;

    void beforeTheNextTask(Runnable action) {
      interruption = action;
    }

    @Override
    public void dispose() {
      disposed = true;
    }

    @Override
    public Disposable schedule(Runnable task) {
      return run(task, disposed);
    }

    private Disposable run(Runnable task, boolean refused) {
      if (refused) {
        rejected++;
        throw new RejectedExecutionException("Scheduler unavailable");
      }
      task.run();
      return Disposables.disposed();
    }

    @Override
    public Worker createWorker() {
      return new Worker() {
        private boolean ended;

        @Override
        public Disposable schedule(Runnable task) {
          interruption.run();
          return run(task, ended || disposed);
        }

        @Override
        public void dispose() {
          ended = true;
        }
      };
    }
  }
}
