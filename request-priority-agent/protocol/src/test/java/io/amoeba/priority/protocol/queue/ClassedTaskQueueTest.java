package io.amoeba.priority.protocol.queue;

import static io.amoeba.priority.protocol.service.ServiceClass.HIGH;
import static io.amoeba.priority.protocol.service.ServiceClass.LOW;
import static io.amoeba.priority.protocol.service.ServiceClass.NORMAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.priority.protocol.service.ServiceClass;
import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClassedTaskQueueTest {

  private record Task(ServiceClass serviceClass, int number) implements Runnable {
    @Override
    public void run() {
      throw new UnsupportedOperationException("tasks of this test are only queued");
    }

    @Override
    public String toString() {
      return serviceClass.text() + " " + number;
    }
  }

  private final ClassedTaskQueue queue = new ClassedTaskQueue(task -> ((Task) task).serviceClass());

  @Test
  void higherClassesComeFirstAndEachIsAFifo() {
    add(LOW, 1, 2);
    add(NORMAL, 3, 4);
    add(HIGH, 5, 6);

    assertThat(drained())
        .containsExactly("high 5", "high 6", "normal 3", "normal 4", "low 1", "low 2");
    assertThat(queue.poll()).isNull();
  }

  @Test
  void normalTasksAloneAreAFifo() {
    for (int i = 0; i < 100; i++) {
      add(NORMAL, i);
    }

    assertThat(drained()).hasSize(100).startsWith("normal 0", "normal 1").endsWith("normal 99");
  }

  @Test
  void eachLowerClassHasOneOfSixteenPollsWhileHigherOnesWait() {
    for (int i = 0; i < 1_000; i++) {
      add(HIGH, i);
      add(NORMAL, i);
      add(LOW, i);
    }

    List<String> first = drained().subList(0, 160);

    assertThat(first).filteredOn(task -> task.startsWith("low")).hasSize(10);
    assertThat(first).filteredOn(task -> task.startsWith("normal")).hasSize(10);
    assertThat(first).filteredOn(task -> task.startsWith("high")).hasSize(140);
  }

  @Test
  void lowTasksHaveTheirShareBesideNormalOnes() {
    for (int i = 0; i < 1_000; i++) {
      add(NORMAL, i);
      add(LOW, i);
    }

    assertThat(drained().subList(0, 160)).filteredOn(task -> task.startsWith("low")).hasSize(10);
  }

  @Test
  void peekShowsTheOldestOfTheHighestClass() {
    assertThat(queue.peek()).isNull();
    add(LOW, 1);
    assertThat(queue.peek()).hasToString("low 1");
    add(NORMAL, 2, 3);
    assertThat(queue.peek()).hasToString("normal 2");
    add(HIGH, 4, 5);
    assertThat(queue.peek()).hasToString("high 4");
    assertThat(queue.size()).isEqualTo(5);
  }

  @Test
  void sizesAreThoseOfClassesAndTheirSum() {
    assertThat(queue.isEmpty()).isTrue();
    add(LOW, 1);
    assertThat(queue.isEmpty()).isFalse();
    add(NORMAL, 2, 3);
    add(HIGH, 4, 5, 6);

    assertThat(queue.size()).isEqualTo(6);
    assertThat(queue.size(HIGH)).isEqualTo(3);
    assertThat(queue.size(NORMAL)).isEqualTo(2);
    assertThat(queue.size(LOW)).isEqualTo(1);
  }

  private static List<Error> errors() {
    return List.of(new StackOverflowError(), new NoClassDefFoundError("no class"));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void aTaskWhoseClassIsNotKnownIsNormal(Error failure) {
    ClassedTaskQueue failing =
        new ClassedTaskQueue(
            task -> {
              throw failure;
            });
    Task task = new Task(HIGH, 1);
    failing.add(task);

    assertThat(failing.size(NORMAL)).isEqualTo(1);
    assertThat(failing.unclassified()).isEqualTo(1);
    assertThat(failing.poll()).isSameAs(task);
  }

  @Test
  void theThreadThatTakesATaskIsToldItsClassAndItsWait() {
    RecordingClasses classes = new RecordingClasses(true);
    ClassedTaskQueue told = new ClassedTaskQueue(classes);
    told.addAll(List.of(new Task(NORMAL, 1), new Task(LOW, 2), new Task(HIGH, 3)));

    assertThat(told.poll()).hasToString("high 3");
    assertThat(classes.taken).containsExactly(HIGH);
    assertThat(told.poll()).hasToString("normal 1");
    assertThat(told.poll()).hasToString("low 2");
    assertThat(told.poll()).isNull();
    assertThat(classes.taken).containsExactly(HIGH, NORMAL, LOW);
    // The low task was added at 1, the high one at 2; they are taken at 3 and 4.
    assertThat(classes.waitedNanos).containsExactly(1L, 0L, 3L);
  }

  @Test
  void withoutOrderAQueueIsAFifoWhoseTasksKeepTheirClass() {
    RecordingClasses classes = new RecordingClasses(false);
    ClassedTaskQueue unordered = new ClassedTaskQueue(classes);
    Task low = new Task(LOW, 1);
    Task high = new Task(HIGH, 2);
    Task removed = new Task(HIGH, 3);
    unordered.addAll(List.of(low, removed, high));

    assertThat(unordered.size(NORMAL)).isEqualTo(3);
    assertThat(unordered.contains(high)).isTrue();
    assertThat(unordered.remove(removed)).isTrue();
    assertThat(unordered.peek()).isSameAs(low);
    assertThat(unordered).hasToString("[low 1, high 2]");
    assertThat(unordered.poll()).isSameAs(low);
    assertThat(unordered.poll()).isSameAs(high);
    assertThat(classes.taken).containsExactly(LOW, HIGH);
  }

  @ParameterizedTest
  @MethodSource("errors")
  void aTaskIsHandedOutWhereNobodyCanBeToldItsClass(Error failure) {
    RecordingClasses classes = new RecordingClasses(true);
    classes.failure = failure;
    ClassedTaskQueue queueOfFailing = new ClassedTaskQueue(classes);
    Task task = new Task(HIGH, 1);
    queueOfFailing.add(task);

    assertThat(queueOfFailing.poll()).isSameAs(task);
    assertThat(queueOfFailing.unclassified()).isOne();
  }

  private static final class RecordingClasses implements TaskClasses {
    private final boolean ordered;
    private final List<ServiceClass> taken = new ArrayList<>();
    private final List<Long> waitedNanos = new ArrayList<>();
    private @Nullable Error failure;
    private long now;

    RecordingClasses(boolean ordered) {
      this.ordered = ordered;
    }

    @Override
    public ServiceClass of(Runnable task) {
      return ((Task) task).serviceClass();
    }

    @Override
    public boolean isOrdered() {
      return ordered;
    }

    @Override
    public long nowNanos() {
      return ++now;
    }

    @Override
    public void taken(ServiceClass serviceClass, long nanos) {
      if (failure != null) {
        throw failure;
      }
      taken.add(serviceClass);
      waitedNanos.add(nanos);
    }
  }

  @Test
  void collectionMethodsSeeAllClasses() {
    Task low = new Task(LOW, 1);
    Task normal = new Task(NORMAL, 2);
    Task high = new Task(HIGH, 3);
    Task other = new Task(HIGH, 4);
    assertThat(queue.addAll(List.of(low, normal, high))).isTrue();
    assertThat(queue.addAll(List.of())).isFalse();

    assertThat(queue.contains(low)).isTrue();
    assertThat(queue.contains(other)).isFalse();
    assertThat(queue).hasToString("[high 3, normal 2, low 1]");
    assertThat(queue.toArray()).containsExactly(high, normal, low);
    assertThat(queue.toArray(new Runnable[0])).containsExactly(high, normal, low);
    assertThat(queue.toArray(Runnable[]::new)).containsExactly(high, normal, low);
    assertThat(queue.stream()).containsExactly(high, normal, low);
    List<Runnable> seen = new ArrayList<>();
    queue.forEach(seen::add);
    assertThat(seen).containsExactly(high, normal, low);

    assertThat(queue.remove(normal)).isTrue();
    assertThat(queue.remove(normal)).isFalse();
    assertThat(queue.removeAll(List.of(high, other))).isTrue();
    assertThat(queue.retainAll(List.of(low))).isFalse();
    assertThat(queue.removeIf(task -> task == low)).isTrue();
    assertThat(queue.isEmpty()).isTrue();
    queue.addAll(List.of(low, normal, high));
    assertThat(queue.removeIf(task -> true)).isTrue();
    assertThat(queue.isEmpty()).isTrue();
    queue.addAll(List.of(low, normal, high));
    queue.clear();
    assertThat(drained()).isEmpty();
    Collection<Runnable> itself = queue;
    assertThatThrownBy(() -> queue.addAll(itself)).hasMessageContaining("itself");
  }

  @Test
  void anIteratorRemovesFromTheQueue() {
    add(LOW, 1);
    add(HIGH, 2);
    Iterator<Runnable> tasks = queue.iterator();
    assertThatThrownBy(tasks::remove).isInstanceOf(IllegalStateException.class);

    assertThat(tasks.next()).hasToString("high 2");
    tasks.remove();
    assertThatThrownBy(tasks::remove).isInstanceOf(IllegalStateException.class);

    assertThat(drained()).containsExactly("low 1");
  }

  @Test
  void aQueueIsNotSerialized() throws Exception {
    try (ObjectOutputStream to = new ObjectOutputStream(new ByteArrayOutputStream())) {
      assertThatThrownBy(() -> to.writeObject(queue)).isInstanceOf(NotSerializableException.class);
    }
  }

  /** A method that is left to the superclass would see normal tasks only. */
  @Test
  void everyMethodOfTheReplacedQueueIsReplaced() {
    List<String> left =
        Arrays.stream(ConcurrentLinkedQueue.class.getDeclaredMethods())
            .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
            .filter(method -> !isDeclared(method))
            .map(Method::toString)
            .toList();

    assertThat(left).isEmpty();
  }

  private static boolean isDeclared(Method method) {
    return Arrays.stream(ClassedTaskQueue.class.getDeclaredMethods())
        .anyMatch(
            own ->
                own.getName().equals(method.getName())
                    && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()));
  }

  /** As an executor uses it: a task is added, then its permit; a permit is taken, then a task. */
  @Test
  void underContentionEveryPermitMeetsATaskAndEveryTaskIsPolledOnce() throws InterruptedException {
    int adders = 3;
    int pollers = 3;
    int tasksEach = 100_000;
    Semaphore permits = new Semaphore(0);
    AtomicInteger empty = new AtomicInteger();
    ConcurrentHashMap<Runnable, Boolean> seen = new ConcurrentHashMap<>();
    AtomicInteger duplicates = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < adders; i++) {
      int first = i * tasksEach;
      threads.add(
          new Thread(
              () -> {
                ServiceClass[] classes = ServiceClass.values();
                for (int number = first; number < first + tasksEach; number++) {
                  queue.add(new Task(classes[number % 3], number));
                  permits.release();
                }
              }));
    }
    for (int i = 0; i < pollers; i++) {
      threads.add(
          new Thread(
              () -> {
                for (int taken = 0; taken < adders * tasksEach / pollers; taken++) {
                  permits.acquireUninterruptibly();
                  @Nullable Runnable task = queue.poll();
                  if (task == null) {
                    empty.incrementAndGet();
                  } else if (seen.put(task, true) != null) {
                    duplicates.incrementAndGet();
                  }
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(empty).hasValue(0);
    assertThat(duplicates).hasValue(0);
    assertThat(seen).hasSize(adders * tasksEach);
    assertThat(queue.poll()).isNull();
  }

  private void add(ServiceClass serviceClass, int... numbers) {
    for (int number : numbers) {
      queue.add(new Task(serviceClass, number));
    }
  }

  private List<String> drained() {
    List<String> drained = new ArrayList<>();
    for (Runnable task = queue.poll(); task != null; task = queue.poll()) {
      drained.add(task.toString());
    }
    return drained;
  }
}
