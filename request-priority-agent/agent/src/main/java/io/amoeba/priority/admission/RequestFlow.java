package io.amoeba.priority.admission;

import io.amoeba.priority.agent.AgentOptions.HoldOptions;
import io.amoeba.priority.agent.AgentOptions.NormalLimits;
import io.amoeba.priority.protocol.admission.Admission;
import io.amoeba.priority.protocol.admission.AdmissionGate;
import io.amoeba.priority.protocol.admission.AdmittedRequests;
import io.amoeba.priority.protocol.admission.GateBounds;
import io.amoeba.priority.protocol.admission.HighActivity;
import io.amoeba.priority.protocol.admission.StartRule;
import io.amoeba.priority.protocol.entitlement.ClassProblem;
import io.amoeba.priority.protocol.entitlement.ClassSource;
import io.amoeba.priority.protocol.entitlement.ServedClass;
import io.amoeba.priority.protocol.limit.HopWaits;
import io.amoeba.priority.protocol.limit.NormalLimit;
import io.amoeba.priority.protocol.service.ServiceClass;
import io.amoeba.priority.settings.PriorityCounters;
import io.amoeba.priority.settings.PrioritySettings;
import io.amoeba.priority.threads.CurrentClass;
import io.amoeba.priority.threads.LockingRequests;
import io.amoeba.priority.threads.LowPool;
import java.util.ServiceLoader;
import org.apache.cassandra.concurrent.DebuggableTask.RunnableDebuggableTask;
import org.apache.cassandra.concurrent.SEPExecutor;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.exceptions.OverloadedException;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.Message;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a client's request: high ones are counted, low ones run on the low class's
 * threads, are held, or are shed. Normal ones stay stock's, unless they are limited, too: then some
 * are held for a moment, and none is shed. Lock-free, safe for concurrent use.
 */
public final class RequestFlow {

  /*
   * Clients of one address share a part of the bytes that the node allows in flight, and held
   * requests keep theirs: an application that sends requests of both classes would block its own
   * high ones. So the bound is of the smaller of both limits.
   */

  private static final int PERCENT = 100;

  /**
   * Nobody has marked normal requests: ten per second that were held for so long are released
   * beyond the limit, and each after five times as long.
   */
  private static final long NORMAL_AGE_MILLIS = 50;

  private final RequestClassifier classifier;
  private final PrioritySettings settings;
  private final PriorityCounters counters;
  private final LowPool pool;
  private final HopWaits highHopWaits = new HopWaits();
  private final HighActivity high;
  private final AdmissionGate<ClassedRequest> gate;
  private final AdmissionGate<ClassedRequest> normalGate;
  private final @Nullable StartRule startRule;

  public RequestFlow(
      RequestClassifier classifier,
      PrioritySettings settings,
      PriorityCounters counters,
      LowPool pool,
      GateBounds bounds) {
    this(
        classifier,
        settings,
        counters,
        pool,
        bounds,
        ServiceLoader.load(StartRule.class, RequestFlow.class.getClassLoader())
            .findFirst()
            .orElse(null));
  }

  /**
   * With a rule of its own.
   *
   * @param startRule null: admitted low requests start at once
   */
  RequestFlow(
      RequestClassifier classifier,
      PrioritySettings settings,
      PriorityCounters counters,
      LowPool pool,
      GateBounds bounds,
      @Nullable StartRule startRule) {
    this.startRule = startRule;
    this.classifier = classifier;
    this.settings = settings;
    this.counters = counters;
    this.pool = pool;
    long nowNanos = System.nanoTime();
    high = new HighActivity(settings.activation(), settings.quietTime().toMillis(), nowNanos);
    gate =
        new AdmissionGate<>(
            new Low(), high, bounds, pool.requests().getMaximumPoolSize(), nowNanos);
    normalGate =
        new AdmissionGate<>(
            new Normal(),
            high,
            new GateBounds(bounds.requests(), bounds.bytes() / 2, NORMAL_AGE_MILLIS),
            NormalLimit.NO_LIMIT,
            nowNanos);
  }

  /** What a node with its limits of bytes in flight may hold. */
  public static GateBounds bounds(HoldOptions hold) {
    long inFlight =
        Math.min(
            DatabaseDescriptor.getNativeTransportMaxRequestDataInFlightInBytes(),
            DatabaseDescriptor.getNativeTransportMaxRequestDataInFlightPerIpInBytes());
    return new GateBounds(
        hold.requests(), inFlight / PERCENT * hold.percentOfBytes(), hold.longest().toMillis());
  }

  /** Admission of the low class. */
  public AdmissionGate<?> gate() {
    return gate;
  }

  /** Admission of the normal class. */
  AdmissionGate<?> normalGate() {
    return normalGate;
  }

  /** Of both. */
  public ClassGates gates() {
    return new ClassGates(gate, normalGate);
  }

  /** Whether high requests are active. */
  public HighActivity high() {
    return high;
  }

  /** A task of the high class has waited for a thread, in a request's or a stage's executor. */
  public void highWaited(long nanos) {
    highHopWaits.record(nanos);
  }

  /** Waits of high tasks for a thread. */
  HopWaits highHopWaits() {
    return highHopWaits;
  }

  /**
   * A request has arrived, on its event loop.
   *
   * @return false: the caller submits it as stock does. True: it is taken care of
   */
  public boolean submit(SEPExecutor executor, Dispatcher.RequestProcessor<?> task) {
    if (!settings.isEnabled()) {
      return false;
    }
    Message.Request request;
    try {
      request = RequestOfTask.get(task);
    } catch (RuntimeException | Error e) {
      counters.hookFailed();
      return false;
    }
    return submit(executor, task, request);
  }

  boolean submit(SEPExecutor executor, RunnableDebuggableTask task, Message.Request request) {
    ClassedRequest marked = null;
    try {
      ServedClass served = classifier.classOf(request);
      counters.arrived(served.serviceClass());
      boolean limited = mayBeLimited(served);
      if (served.serviceClass() == ServiceClass.NORMAL && served.problem() == null && !limited) {
        return false;
      }
      marked = marked(executor, task, request, served);
      submit(marked, limited);
      return true;
    } catch (Throwable e) {
      counters.hookFailed();
      return marked != null && !marked.takeBack();
    }
  }

  /** Whether it is a normal request that counts towards the limit of its class. */
  private boolean mayBeLimited(ServedClass served) {
    return served.serviceClass() == ServiceClass.NORMAL
        && settings.normalLimit() == NormalLimits.AUTO
        && settings.isActing()
        && served.source() != ClassSource.NONE
        && high.isActive(System.nanoTime());
  }

  private ClassedRequest marked(
      SEPExecutor executor,
      RunnableDebuggableTask task,
      Message.Request request,
      ServedClass served) {
    return new ClassedRequest(
        task,
        executor,
        served,
        this,
        served.serviceClass() == ServiceClass.LOW && LockingRequests.mayLock(request),
        request.getSource().header.bodySizeInBytes,
        System.nanoTime());
  }

  private void submit(ClassedRequest marked, boolean limited) {
    if (settings.isActing() && marked.serviceClass() == ServiceClass.LOW) {
      gate.arrive(marked, marked.bytes(), marked.arrivedNanos());
    } else if (limited) {
      normalGate.arrive(marked, marked.bytes(), marked.arrivedNanos());
    } else {
      execute(marked.executor(), marked);
    }
  }

  /** With the request's class as the order of the executor's tasks. */
  private void execute(SEPExecutor executor, ClassedRequest marked) {
    CurrentClass thread = CurrentClass.get();
    ServiceClass before =
        thread.swap(settings.isActing() ? marked.serviceClass() : thread.serviceClass());
    try {
      var unused = executor.submit(marked);
    } finally {
      thread.swap(before);
    }
  }

  boolean isActing() {
    return settings.isActing();
  }

  void failed() {
    counters.hookFailed();
  }

  /** A part of a high request has arrived from another coordinator, and will run here. */
  public void highArrives() {
    long nowNanos = System.nanoTime();
    high.end(high.begin(nowNanos), nowNanos);
  }

  /** A high request begins to be executed, whether it runs or waits. */
  void highStarts() {
    if (startRule != null) {
      startRule.highBegins();
    }
  }

  int highBegins(long nowNanos) {
    return high.begin(nowNanos);
  }

  void highEnds(int begun) {
    if (begun >= 0) {
      high.end(begun, System.nanoTime());
    }
  }

  /** The request was executed. Must not throw: its answer is on its way. */
  void ended(ClassedRequest request, long startedNanos) {
    try {
      highEnds(request.uncount());
      long hopNanos = startedNanos - request.handedOverNanos();
      if (request.serviceClass() == ServiceClass.HIGH && startRule != null) {
        startRule.highEnds();
      }
      counters.ended(request.serviceClass(), System.nanoTime() - request.arrivedNanos(), hopNanos);
    } catch (Throwable e) {
      counters.hookFailed();
    } finally {
      ended(request);
    }
  }

  /** The request needs no place any more. Must not throw. */
  void ended(ClassedRequest request) {
    Admission admission = request.admission();
    if (admission != null) {
      try {
        gateOf(request).end(admission, System.nanoTime());
      } catch (Throwable e) {
        counters.hookFailed();
      }
    }
  }

  private AdmissionGate<?> gateOf(ClassedRequest request) {
    return request.serviceClass() == ServiceClass.NORMAL ? normalGate : gate;
  }

  RuntimeException overloaded() {
    return new OverloadedException(
        "Request priority: the node serves other requests first and holds as many low ones as it"
            + " may; ask another node, or later");
  }

  @Nullable RuntimeException report(ServedClass served) {
    ClassProblem problem = served.problem();
    return problem == null ? null : classifier.report(problem);
  }

  private void admitted(ClassedRequest request, Admission admission) {
    request.admitted(admission, System.nanoTime());
    if (admission.heldNanos() > 0) {
      counters.heldFor(request.serviceClass(), admission.heldNanos());
    }
  }

  private final class Normal implements AdmittedRequests<ClassedRequest> {

    @Override
    public void run(ClassedRequest request, Admission admission) {
      admitted(request, admission);
      execute(request.executor(), request);
    }

    /** It runs all the same: nobody has marked it as one that may be refused. */
    @Override
    public void shed(ClassedRequest request) {
      execute(request.executor(), request);
    }
  }

  private final class Low implements AdmittedRequests<ClassedRequest> {

    @Override
    public void run(ClassedRequest request, Admission admission) {
      if (startRule == null) {
        start(request, admission);
      } else {
        startRule.start(() -> start(request, admission));
      }
    }

    private void start(ClassedRequest request, Admission admission) {
      admitted(request, admission);
      boolean own = settings.isOwnThreads() && !request.isLocking();
      execute(own ? pool.requests() : request.executor(), request);
    }

    /** On the shared threads: an error costs little, and its client waits for it. */
    @Override
    public void shed(ClassedRequest request) {
      request.shed();
      execute(request.executor(), request);
    }
  }
}
