package io.amoeba.priority.protocol.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.priority.protocol.service.ServiceClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * All schedules of two threads with at most two switches between them, at any step of the queue:
 * one thread takes a task, the other adds one and takes one. After Musuvathi and Qadeer, "Iterative
 * context bounding for systematic testing of multithreaded programs": few switches show most
 * faults.
 */
class ClassedTaskQueueInterleavingTest {

  private static final ServiceClass[] CLASSES = ServiceClass.values();

  /** Around those at which a lower class is preferred. */
  private static final int[] FIRST_TURNS = {
    1, ClassedTaskQueue.TURNS / 2 - 1, ClassedTaskQueue.TURNS / 2, ClassedTaskQueue.TURNS - 1, 0
  };

  private record Task(ServiceClass serviceClass) implements Runnable {
    @Override
    public void run() {
      throw new UnsupportedOperationException("tasks of this test are only queued");
    }
  }

  /** One rule of the queue, removed. */
  private enum Mutant {
    NONE,
    /** A poll that finds nothing does not ask whether something came meanwhile. */
    ONE_SEARCH,
    /** Normal tasks are not looked for at the end. */
    NORMAL_NOT_LAST,
    /** Additions are counted before they are there. */
    COUNTED_BEFORE_INSERTION
  }

  private static final class SteppedLane extends ConcurrentLinkedQueue<Runnable> {
    private static final long serialVersionUID = 1;
    private final transient SteppedThreads threads;

    SteppedLane(SteppedThreads threads) {
      this.threads = threads;
    }

    @Override
    public boolean offer(Runnable task) {
      threads.point();
      boolean offered = super.offer(task);
      threads.point();
      return offered;
    }

    @Override
    public @Nullable Runnable poll() {
      threads.point();
      Runnable task = super.poll();
      threads.point();
      return task;
    }

    @Override
    public boolean isEmpty() {
      boolean empty = super.isEmpty();
      threads.point();
      return empty;
    }
  }

  private static final class MutantQueue extends ClassedTaskQueue {
    private static final long serialVersionUID = 1;
    private final Mutant mutant;
    private final transient SteppedLane high;
    private final transient SteppedLane low;

    MutantQueue(Mutant mutant, SteppedLane high, SteppedLane low, int firstTurn) {
      super(task -> ((Task) task).serviceClass(), high, low, firstTurn);
      this.mutant = mutant;
      this.high = high;
      this.low = low;
    }

    @Override
    int markedAdditions() {
      return mutant == Mutant.ONE_SEARCH ? 0 : super.markedAdditions();
    }

    @Override
    @Nullable Runnable search() {
      if (mutant != Mutant.NORMAL_NOT_LAST) {
        return super.search();
      }
      Runnable task = high.poll();
      if (task == null) {
        task = pollNormal();
      }
      return task == null ? low.poll() : task;
    }

    @Override
    void offerMarked(ConcurrentLinkedQueue<Runnable> lane, Runnable task) {
      if (mutant == Mutant.COUNTED_BEFORE_INSERTION) {
        countMarkedAddition();
        lane.offer(task);
      } else {
        super.offerMarked(lane, task);
      }
    }
  }

  private final ExecutorService pool = Executors.newFixedThreadPool(2);
  private int schedules;

  @AfterEach
  void stop() {
    pool.shutdownNow();
  }

  @Test
  void inNoScheduleAPermitMeetsAnEmptyQueue() throws InterruptedException {
    assertThat(violation(Mutant.NONE)).isNull();

    System.out.printf("%d schedules%n", schedules);
    assertThat(schedules).isGreaterThan(5_000);
  }

  @ParameterizedTest
  @EnumSource(value = Mutant.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void aRemovedRuleIsCaught(Mutant mutant) throws InterruptedException {
    String violation = violation(mutant);

    assertThat(violation).isNotNull();
    System.out.printf("%s: %s, after %d schedules%n", mutant, violation, schedules);
  }

  private @Nullable String violation(Mutant mutant) throws InterruptedException {
    for (ServiceClass waiting : CLASSES) {
      for (ServiceClass added : CLASSES) {
        for (int firstTurn : FIRST_TURNS) {
          String violation = violation(mutant, new Task(waiting), new Task(added), firstTurn);
          if (violation != null) {
            return violation;
          }
        }
      }
    }
    return null;
  }

  private @Nullable String violation(Mutant mutant, Task waiting, Task added, int firstTurn)
      throws InterruptedException {
    for (int first = 0; first < 2; first++) {
      int points = 1;
      for (int switch1 = 0; switch1 < points; switch1++) {
        for (int switch2 = switch1; switch2 < points; switch2++) {
          SteppedThreads threads = new SteppedThreads(first, Set.copyOf(List.of(switch1, switch2)));
          MutantQueue queue =
              new MutantQueue(
                  mutant, new SteppedLane(threads), new SteppedLane(threads), firstTurn);
          List<@Nullable Runnable> polled = new ArrayList<>();

          queue.offer(waiting);
          points =
              Math.max(
                  points,
                  threads.run(
                      pool,
                      () -> polled.add(queue.poll()),
                      () -> {
                        queue.offer(added);
                        polled.add(queue.poll());
                      }));

          schedules++;
          if (!polled.contains(waiting) || !polled.contains(added)) {
            return "%s waits, %s is added, turn %d, thread %d, switches %d and %d: %s"
                .formatted(waiting, added, firstTurn, first, switch1, switch2, polled);
          }
        }
      }
    }
    return null;
  }
}
