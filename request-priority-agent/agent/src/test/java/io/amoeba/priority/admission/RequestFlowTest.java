package io.amoeba.priority.admission;

import static io.amoeba.priority.protocol.service.ServiceClass.HIGH;
import static io.amoeba.priority.protocol.service.ServiceClass.LOW;
import static io.amoeba.priority.protocol.service.ServiceClass.NORMAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.priority.agent.AgentOptions.Mode;
import io.amoeba.priority.agent.AgentOptions.NormalLimits;
import io.amoeba.priority.agent.SampleOptions;
import io.amoeba.priority.protocol.admission.GateBounds;
import io.amoeba.priority.protocol.admission.StartRule;
import io.amoeba.priority.protocol.entitlement.ClassProblem;
import io.amoeba.priority.protocol.entitlement.ClassSource;
import io.amoeba.priority.protocol.entitlement.ServedClass;
import io.amoeba.priority.protocol.service.ServiceClass;
import io.amoeba.priority.settings.PriorityCounters;
import io.amoeba.priority.settings.PrioritySettings;
import io.amoeba.priority.threads.CurrentClass;
import io.amoeba.priority.threads.TestPools;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.apache.cassandra.concurrent.DebuggableTask.RunnableDebuggableTask;
import org.apache.cassandra.concurrent.FailingExecutor;
import org.apache.cassandra.concurrent.SharedExecutorPool;
import org.apache.cassandra.transport.Message;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each request is executed once, by the agent or as stock does it, whatever throws. */
class RequestFlowTest {

  private static final SharedExecutorPool POOL = new SharedExecutorPool("RequestFlowTest");
  private static int pools;

  private final FailingExecutor executor = new FailingExecutor(POOL, "Requests" + ++pools);
  private final PrioritySettings settings = new PrioritySettings(SampleOptions.of(""));
  private final PriorityCounters counters = new PriorityCounters();
  private final FixedClassifier classifier = new FixedClassifier();
  private final RequestFlow flow =
      new RequestFlow(
          classifier,
          settings,
          counters,
          TestPools.lowPool(settings, counters, executor),
          new GateBounds(10, 1_000, 1_000));
  private final Task task = new Task();

  @Test
  void aNormalRequestIsStocks() {
    assertThat(submit(NORMAL)).isFalse();
    assertThat(counters.arrivals(NORMAL)).isOne();
  }

  @Test
  void aRequestIsStocksWhereItsClassCannotBeTold() {
    classifier.failure = new IllegalStateException("no class");

    assertThat(submit(HIGH)).isFalse();
    assertThat(counters.hookFailures()).isOne();
  }

  @Test
  void aHighRequestRunsInItsClassAndItsThreadIsNormalAfterwards() throws Exception {
    assertThat(submit(HIGH)).isTrue();

    assertThat(task.awaitRun()).isEqualTo(HIGH);
    awaitCompleted(HIGH, 1);
    assertThat(executor.submit(() -> CurrentClass.get().serviceClass()).get()).isEqualTo(NORMAL);
    assertThat(flow.high().running()).isZero();
  }

  @Test
  void aLowRequestIsHeldWhileHighOnesRunAndRunsAfterTheLimitIsFree() throws Exception {
    flow.gate().setLimit(1);
    int high = flow.high().begin(System.nanoTime());
    BlockingTask first = new BlockingTask();
    classifier.serviceClass = LOW;
    assertThat(flow.submit(executor, first, new AnyRequest())).isTrue();
    first.started.take();

    assertThat(submit(LOW)).isTrue();
    assertThat(flow.gate().held()).isOne();
    assertThat(task.runs()).isZero();

    first.mayEnd.put(true);
    assertThat(task.awaitRun()).isEqualTo(LOW);
    flow.high().end(high, System.nanoTime());
    awaitCompleted(LOW, 2);
    assertThat(flow.gate().held()).isZero();
  }

  @Test
  void aRequestThatFailsReportsItsEndAllTheSame() throws Exception {
    task.failure = new IllegalStateException("the request fails");

    assertThat(submit(LOW)).isTrue();

    assertThat(task.awaitRun()).isEqualTo(LOW);
    awaitCompleted(LOW, 1);
    assertThat(executor.submit(() -> CurrentClass.get().serviceClass()).get()).isEqualTo(NORMAL);
  }

  @Test
  void aRequestRunsOnceWhereTheExecutorFailsAfterItHasQueuedIt() throws Exception {
    for (ServiceClass serviceClass : new ServiceClass[] {HIGH, LOW}) {
      Task queued = new Task();
      classifier.serviceClass = serviceClass;
      executor.setFails(true);
      boolean taken = flow.submit(executor, queued, new AnyRequest());
      executor.setFails(false);
      if (!taken) {
        var unused = executor.submit(queued);
      }

      queued.awaitRun();
      // Whatever else is queued runs before this.
      for (int i = 0; i < 4; i++) {
        executor.submit(() -> {}).get();
      }
      assertThat(queued.runs()).isOne();
    }
    awaitCount(() -> flow.gate().running(), 0);
    assertThat(counters.hookFailures()).isPositive();
  }

  @Test
  void aRequestIsExecutedWhereItsProblemCannotBeReported() {
    classifier.failure = new IllegalStateException("no warning");
    ClassProblem problem =
        new ClassProblem(ClassProblem.Kind.MALFORMED, ClassSource.REQUEST, "amoeba-priority is ''");
    ClassedRequest request =
        new ClassedRequest(
            task,
            executor,
            new ServedClass(NORMAL, ClassSource.REQUEST, problem),
            flow,
            false,
            1,
            0);

    assertThat(request.errorInstead()).isNull();
    assertThat(counters.hookFailures()).isOne();
  }

  @Test
  void aBenchmarksRuleTellsWhenAdmittedLowRequestsStart() throws Exception {
    RecordingRule rule = new RecordingRule();
    RequestFlow ruled =
        new RequestFlow(
            classifier,
            settings,
            counters,
            TestPools.lowPool(settings, counters, executor),
            new GateBounds(10, 1_000, 1_000),
            rule);
    classifier.serviceClass = LOW;
    assertThat(ruled.submit(executor, task, new AnyRequest())).isTrue();
    assertThat(task.runs()).isZero();

    classifier.serviceClass = HIGH;
    assertThat(ruled.submit(executor, new Task(), new AnyRequest())).isTrue();
    assertThat(rule.events.poll(1, TimeUnit.MINUTES)).isEqualTo("begins");
    assertThat(rule.events.poll(1, TimeUnit.MINUTES)).isEqualTo("ends");

    rule.started.take().run();
    assertThat(task.awaitRun()).isEqualTo(LOW);
    awaitCompleted(LOW, 1);
    awaitCount(() -> ruled.gate().running(), 0);
  }

  @Test
  void aNormalRequestIsHeldOnlyWhereItsClassIsLimitedAndHighOnesRun() throws Exception {
    flow.normalGate().setLimit(1);
    flow.high().begin(System.nanoTime());
    assertThat(submit(NORMAL)).isFalse();
    settings.setNormalLimit(NormalLimits.AUTO);
    BlockingTask first = new BlockingTask();
    assertThat(flow.submit(executor, first, new AnyRequest())).isTrue();
    first.started.take();

    assertThat(submit(NORMAL)).isTrue();

    assertThat(flow.normalGate().held()).isOne();
    assertThat(task.runs()).isZero();
    first.mayEnd.put(true);
    assertThat(task.awaitRun()).isEqualTo(NORMAL);
    awaitCompleted(NORMAL, 2);
    awaitCount(() -> flow.normalGate().running(), 0);
  }

  @Test
  void aNormalRequestRunsWhereThereIsNoRoomToHoldIt() throws Exception {
    RequestFlow full =
        new RequestFlow(
            classifier,
            settings,
            counters,
            TestPools.lowPool(settings, counters, executor),
            new GateBounds(0, 0, 1_000));
    settings.setNormalLimit(NormalLimits.AUTO);
    full.normalGate().setLimit(1);
    full.high().begin(System.nanoTime());
    classifier.serviceClass = NORMAL;
    BlockingTask first = new BlockingTask();
    assertThat(full.submit(executor, first, new AnyRequest())).isTrue();
    first.started.take();

    assertThat(full.submit(executor, task, new AnyRequest())).isTrue();

    assertThat(task.awaitRun()).isEqualTo(NORMAL);
    first.mayEnd.put(true);
    awaitCompleted(NORMAL, 2);
  }

  @Test
  void aMessageThatServesItsConnectionIsNeverLimited() {
    settings.setNormalLimit(NormalLimits.AUTO);
    flow.normalGate().setLimit(1);
    flow.high().begin(System.nanoTime());
    classifier.source = ClassSource.NONE;

    assertThat(submit(NORMAL)).isFalse();
  }

  @Test
  void anAgentThatObservesKeepsNoRequest() throws Exception {
    settings.setMode(Mode.OBSERVE);
    flow.gate().setLimit(1);
    flow.high().begin(System.nanoTime());

    assertThat(submit(LOW)).isTrue();

    // It only observes: the request's tasks have no class.
    assertThat(task.awaitRun()).isEqualTo(NORMAL);
    assertThat(flow.gate().counts().arrived()).isZero();
  }

  private boolean submit(ServiceClass serviceClass) {
    classifier.serviceClass = serviceClass;
    return flow.submit(executor, task, new AnyRequest());
  }

  private void awaitCompleted(ServiceClass serviceClass, long requests)
      throws InterruptedException {
    awaitCount(() -> (int) counters.completed(serviceClass), (int) requests);
  }

  private static void awaitCount(IntSupplier count, int wanted) throws InterruptedException {
    long untilNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (count.getAsInt() != wanted && System.nanoTime() < untilNanos) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
    assertThat(count.getAsInt()).isEqualTo(wanted);
  }

  private static final class FixedClassifier implements RequestClassifier {
    private volatile ServiceClass serviceClass = NORMAL;
    private volatile ClassSource source = ClassSource.REQUEST;
    private volatile @Nullable RuntimeException failure;

    @Override
    public ServedClass classOf(Message.Request request) {
      RuntimeException thrown = failure;
      if (thrown != null) {
        throw thrown;
      }
      return new ServedClass(serviceClass, source, null);
    }

    @Override
    public @Nullable RuntimeException report(ClassProblem problem) {
      RuntimeException thrown = failure;
      if (thrown != null) {
        throw thrown;
      }
      return null;
    }
  }

  private static final class RecordingRule implements StartRule {
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<Runnable> started = new LinkedBlockingQueue<>();

    @Override
    public void highBegins() {
      events.add("begins");
    }

    @Override
    public void highEnds() {
      events.add("ends");
    }

    @Override
    public void start(Runnable low) {
      started.add(low);
    }
  }

  /** Notes the class of the thread that runs it. */
  private static class Task implements RunnableDebuggableTask {
    private final BlockingQueue<ServiceClass> classes = new LinkedBlockingQueue<>();
    private final AtomicInteger runs = new AtomicInteger();
    private volatile @Nullable RuntimeException failure;

    @Override
    public void run() {
      runs.incrementAndGet();
      classes.add(CurrentClass.get().serviceClass());
      RuntimeException thrown = failure;
      if (thrown != null) {
        throw thrown;
      }
    }

    ServiceClass awaitRun() throws InterruptedException {
      ServiceClass ran = classes.poll(1, TimeUnit.MINUTES);
      assertThat(ran).isNotNull();
      return ran;
    }

    int runs() {
      return runs.get();
    }

    @Override
    public long creationTimeNanos() {
      return 0;
    }

    @Override
    public long startTimeNanos() {
      return 0;
    }

    @Override
    public String description() {
      return "a request";
    }
  }

  private static final class BlockingTask extends Task {
    private final BlockingQueue<Boolean> started = new LinkedBlockingQueue<>();
    private final BlockingQueue<Boolean> mayEnd = new LinkedBlockingQueue<>();

    @Override
    public void run() {
      super.run();
      started.add(true);
      try {
        mayEnd.take();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
