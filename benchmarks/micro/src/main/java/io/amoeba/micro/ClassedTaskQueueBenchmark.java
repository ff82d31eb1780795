package io.amoeba.micro;

import io.amoeba.priority.protocol.queue.ClassedTaskQueue;
import io.amoeba.priority.protocol.service.ServiceClass;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Addition and removal of a task of an executor's queue. The goal: at most 10 ns more than
 * Cassandra's own queue ({@link #stock}).
 */
public class ClassedTaskQueueBenchmark extends TimedBenchmark {

  private record Task(ServiceClass serviceClass) implements Runnable {
    @Override
    public void run() {
      throw new UnsupportedOperationException("tasks of this benchmark are only queued");
    }
  }

  private final ConcurrentLinkedQueue<Runnable> stock = new ConcurrentLinkedQueue<>();
  private final ClassedTaskQueue classed =
      new ClassedTaskQueue(task -> ((Task) task).serviceClass());
  private final Task normal = new Task(ServiceClass.NORMAL);
  private final Task low = new Task(ServiceClass.LOW);

  @Benchmark
  public @Nullable Runnable stock() {
    stock.add(normal);
    return stock.poll();
  }

  /** A task without a class. */
  @Benchmark
  public @Nullable Runnable classedNormal() {
    classed.add(normal);
    return classed.poll();
  }

  @Benchmark
  public @Nullable Runnable classedLow() {
    classed.add(low);
    return classed.poll();
  }
}
