package io.amoeba.priority.protocol.queue;

import io.amoeba.priority.protocol.service.ServiceClass;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A queue of tasks that hands out higher classes first; within a class it is a FIFO. Where several
 * classes wait, each of the lower ones has one of {@value #TURNS} polls, so none starves. It takes
 * the place of an executor's queue: for a thread that took a permit of a task that was added
 * before, {@link #poll} never returns null. Lock-free, safe for concurrent use.
 */
public class ClassedTaskQueue extends ConcurrentLinkedQueue<Runnable> {

  /*
   * The superclass itself holds the normal tasks, so a queue without marked tasks costs two looks at
   * empty queues more than the stock one. Three queues cannot be searched at one moment: a task may
   * arrive in one that was searched already, while another thread takes the one that this thread
   * would have found. So a poll that finds nothing searches again if a marked task has been added
   * meanwhile, and looks for normal tasks last. Proof: let a thread hold a permit, k tasks be
   * inserted but not yet counted, when it finds no normal task. Permits are given after the count,
   * so at least k + 1 tasks are in the queue; at most k of them came uncounted. The other one is
   * normal, or it was there when its queue was searched, or its count has changed. The count follows
   * the insertion: before it, a search between both would miss the task and see no change.
   *
   * Inside, a marked task is wrapped with its class and the time of its addition: the thread that
   * takes it works for that class, and the wait is that for a thread.
   */

  private static final long serialVersionUID = 1;

  /** In so many polls each lower class that waits is preferred once. */
  static final int TURNS = 16;

  private static final int NORMAL_TURN = TURNS / 2;

  private final transient TaskClasses classes;
  private final transient ConcurrentLinkedQueue<Runnable> high;
  private final transient ConcurrentLinkedQueue<Runnable> low;
  private final transient AtomicInteger markedAdditions = new AtomicInteger();
  private final transient AtomicInteger turns;
  private final transient LongAdder unclassified = new LongAdder();

  public ClassedTaskQueue(TaskClasses classes) {
    this(classes, new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>(), 1);
  }

  /** With given queues of marked tasks, inside which tests stop a thread, and a first turn. */
  ClassedTaskQueue(
      TaskClasses classes,
      ConcurrentLinkedQueue<Runnable> high,
      ConcurrentLinkedQueue<Runnable> low,
      int firstTurn) {
    this.classes = classes;
    this.turns = new AtomicInteger(firstTurn);
    this.high = high;
    this.low = low;
  }

  @Override
  public boolean add(Runnable task) {
    return offer(task);
  }

  @Override
  public boolean offer(Runnable task) {
    ServiceClass serviceClass = classOf(task);
    if (serviceClass == ServiceClass.NORMAL) {
      return super.offer(task);
    }
    WaitingTask marked = new WaitingTask(task, serviceClass, classes.nowNanos());
    if (!classes.isOrdered()) {
      return super.offer(marked);
    }
    offerMarked(lane(serviceClass), marked);
    return true;
  }

  void offerMarked(ConcurrentLinkedQueue<Runnable> lane, Runnable task) {
    lane.offer(task);
    countMarkedAddition();
  }

  final void countMarkedAddition() {
    markedAdditions.getAndIncrement();
  }

  int markedAdditions() {
    return markedAdditions.get();
  }

  private ServiceClass classOf(Runnable task) {
    try {
      return classes.of(task);
    } catch (RuntimeException | Error e) {
      // A task must not be lost because its class is not known.
      unclassified.increment();
      return ServiceClass.NORMAL;
    }
  }

  private ConcurrentLinkedQueue<Runnable> lane(ServiceClass marked) {
    return marked == ServiceClass.HIGH ? high : low;
  }

  @Override
  public @Nullable Runnable poll() {
    Runnable element = pollElement();
    if (element != null) {
      tellTaken(element);
    }
    return WaitingTask.unwrap(element);
  }

  private void tellTaken(Runnable element) {
    try {
      if (element instanceof WaitingTask waiting) {
        classes.taken(waiting.serviceClass(), classes.nowNanos() - waiting.addedNanos());
      } else {
        classes.taken(ServiceClass.NORMAL, 0);
      }
    } catch (RuntimeException | Error e) {
      // A task must not be lost because nobody could be told.
      unclassified.increment();
    }
  }

  private @Nullable Runnable pollElement() {
    if (!high.isEmpty() || !low.isEmpty()) {
      int turn = turns.getAndIncrement() & (TURNS - 1);
      Runnable preferred =
          turn == 0 ? low.poll() : turn == NORMAL_TURN ? pollNormal() : high.poll();
      if (preferred != null) {
        return preferred;
      }
    }
    while (true) {
      int before = markedAdditions();
      Runnable task = search();
      if (task != null || before == markedAdditions()) {
        return task;
      }
    }
  }

  @Nullable Runnable search() {
    Runnable task = high.poll();
    if (task == null) {
      task = pollNormal();
    }
    if (task == null) {
      task = low.poll();
    }
    return task == null ? pollNormal() : task;
  }

  final @Nullable Runnable pollNormal() {
    return super.poll();
  }

  /** The oldest task of the highest class that waits. */
  @Override
  public @Nullable Runnable peek() {
    while (true) {
      int before = markedAdditions();
      Runnable task = high.peek();
      if (task == null) {
        task = super.peek();
      }
      if (task == null) {
        task = low.peek();
      }
      if (task == null) {
        task = super.peek();
      }
      if (task != null || before == markedAdditions()) {
        return WaitingTask.unwrap(task);
      }
    }
  }

  /** Tasks in the order of a class that wait. Takes time in proportion to their number. */
  public int size(ServiceClass serviceClass) {
    return serviceClass == ServiceClass.NORMAL ? super.size() : lane(serviceClass).size();
  }

  /** Failures to tell a task's class since the start; the task is normal then, or runs as one. */
  public long unclassified() {
    return unclassified.sum();
  }

  @Override
  public boolean isEmpty() {
    return peek() == null;
  }

  @Override
  public int size() {
    return (int) Math.min(Integer.MAX_VALUE, (long) high.size() + super.size() + low.size());
  }

  @Override
  public boolean contains(@Nullable Object task) {
    return waiting().contains(task);
  }

  @Override
  public boolean remove(@Nullable Object task) {
    if (super.remove(task) || removeWrapped(high, task) || removeWrapped(low, task)) {
      return true;
    }
    List<Runnable> normal = new ArrayList<>();
    super.forEach(normal::add);
    return normal.stream().anyMatch(element -> isWrapped(element, task) && super.remove(element));
  }

  /** Each is one object, which one thread removes. */
  private static boolean removeWrapped(
      ConcurrentLinkedQueue<Runnable> lane, @Nullable Object task) {
    return lane.stream().anyMatch(element -> isWrapped(element, task) && lane.remove(element));
  }

  private static boolean isWrapped(Runnable element, @Nullable Object task) {
    return element instanceof WaitingTask && Objects.equals(WaitingTask.unwrap(element), task);
  }

  @Override
  public boolean addAll(Collection<? extends Runnable> tasks) {
    if (tasks == this) {
      throw new IllegalArgumentException("a queue cannot be added to itself");
    }
    tasks.forEach(this::offer);
    return !tasks.isEmpty();
  }

  @Override
  public boolean removeAll(Collection<?> tasks) {
    return removeIf(new HashSet<>(tasks)::contains);
  }

  @Override
  public boolean retainAll(Collection<?> tasks) {
    return removeIf(Predicate.not(new HashSet<>(tasks)::contains));
  }

  @Override
  public boolean removeIf(Predicate<? super Runnable> filter) {
    Predicate<Runnable> ofTask = element -> filter.test(task(element));
    // All three, in any case.
    return high.removeIf(ofTask) | super.removeIf(ofTask) | low.removeIf(ofTask);
  }

  private static Runnable task(Runnable element) {
    return Objects.requireNonNull(WaitingTask.unwrap(element));
  }

  @Override
  public void clear() {
    high.clear();
    super.clear();
    low.clear();
  }

  @Override
  public void forEach(Consumer<? super Runnable> action) {
    Consumer<Runnable> onTask = element -> action.accept(task(element));
    high.forEach(onTask);
    super.forEach(onTask);
    low.forEach(onTask);
  }

  /** Goes through a copy, higher classes first. Removing takes the task out of the queue. */
  @Override
  public Iterator<Runnable> iterator() {
    Iterator<Runnable> copy = waiting().iterator();
    return new Iterator<>() {
      private @Nullable Runnable last;

      @Override
      public boolean hasNext() {
        return copy.hasNext();
      }

      @Override
      public Runnable next() {
        Runnable next = copy.next();
        last = next;
        return next;
      }

      @Override
      public void remove() {
        if (last == null) {
          throw new IllegalStateException("no task to remove");
        }
        ClassedTaskQueue.this.remove(last);
        last = null;
      }
    };
  }

  @Override
  public Spliterator<Runnable> spliterator() {
    return Spliterators.spliterator(waiting(), Spliterator.ORDERED | Spliterator.NONNULL);
  }

  @Override
  public Object[] toArray() {
    return waiting().toArray();
  }

  @Override
  public <T> T[] toArray(T[] array) {
    return waiting().toArray(array);
  }

  @Override
  public <T> T[] toArray(IntFunction<T[]> generator) {
    return waiting().toArray(generator);
  }

  @Override
  public String toString() {
    return waiting().toString();
  }

  private List<Runnable> waiting() {
    List<Runnable> all = new ArrayList<>();
    forEach(all::add);
    return Collections.unmodifiableList(all);
  }

  private void writeObject(ObjectOutputStream to) throws NotSerializableException {
    throw new NotSerializableException(getClass().getName());
  }
}
