package io.amoeba.partitioner.handover;

import io.amoeba.partitioner.function.AlignedFunction;
import io.amoeba.partitioner.function.FunctionRunner;
import io.amoeba.partitioner.subscription.EdgePlacement;
import io.amoeba.partitioner.subscription.GateRegistration;
import io.amoeba.partitioner.subscription.PlacementSubscription;
import java.util.concurrent.RejectedExecutionException;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

/**
 * Behind the exchange: runs the function, and keeps records of hash slots that it has gained until
 * their former owner has finished. While it keeps any, it keeps watermarks back too. Confined to
 * the task thread; the subscription's thread only posts to its mailbox.
 */
final class GateOperator<T, O> extends AbstractStreamOperator<O>
    implements OneInputStreamOperator<Routed<T>, O>, BoundedOneInput {

  private static final long serialVersionUID = 1L;

  private final GateSettings settings;
  private final AlignedFunction<T, O> function;
  private final transient MailboxExecutor mailbox;

  private transient GateState<T> state;
  private transient GateLedger ledger;
  private transient HoldBuffer<T> held;
  private transient GateMetrics metrics;
  private transient FunctionRunner<T, O> runner;
  private transient @Nullable GateRegistration registration;
  private transient @Nullable Watermark heldWatermark;

  @SuppressWarnings("NullAway.Init") // Flink initialises the state before it opens the operator
  GateOperator(
      GateSettings settings,
      AlignedFunction<T, O> function,
      StreamOperatorParameters<O> parameters) {
    this.settings = settings;
    this.function = function;
    this.mailbox = parameters.getMailboxExecutor();
    setup(parameters.getContainingTask(), parameters.getStreamConfig(), parameters.getOutput());
    setProcessingTimeService(parameters.getProcessingTimeService());
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    RuntimeContext runtime = getRuntimeContext();
    state =
        new GateState<>(
            context.getOperatorStateStore(),
            getOperatorConfig().getTypeSerializerIn(0, getUserCodeClassloader()),
            TaskIdentity.subtask(runtime),
            TaskIdentity.parallelism(runtime));
    // Everything restored may be processed: what came before it was processed in the checkpoint.
    ledger = new GateLedger(state.restoredEpoch());
    held = new HoldBuffer<>(state.restoredRecords());
  }

  @Override
  public void open() throws Exception {
    super.open();
    RuntimeContext context = getRuntimeContext();
    metrics = new GateMetrics(getMetricGroup(), held);
    runner =
        new FunctionRunner<>(function, output, getProcessingTimeService(), settings.lingerMillis());
    runner.open(context);
    mailbox.execute(
        this::release, "amoeba: gate of %s processes what it had kept", settings.name());
    registration =
        PlacementSubscription.shared()
            .registerGate(
                TaskIdentity.taskManager(context),
                TaskIdentity.edge(context, settings.name()),
                TaskIdentity.subtask(context),
                TaskIdentity.parallelism(context),
                this::postReports);
  }

  @Override
  public void processElement(StreamRecord<Routed<T>> element) throws Exception {
    Routed<T> routed = element.getValue();
    T value = routed.value;
    if (value == null) {
      if (routed.marker != null) {
        onMarker(routed.epoch, routed.marker);
      }
      return;
    }
    if (held.hasRestored()) {
      release(); // what a restore brought back comes before the first input
    }
    if (ledger.mayProcess(routed)) {
      runner.process(value, element.hasTimestamp() ? element.getTimestamp() : Long.MIN_VALUE);
    } else {
      hold(routed, value);
    }
  }

  private void hold(Routed<T> routed, T value) throws Exception {
    // While markers are missing the routers may be stuck behind this gate's own input, and waiting
    // here would wait for ever; what is in flight then is bounded by Flink's network buffers.
    int limit =
        ledger.allMarkersArrived()
            ? settings.bufferRecords()
            : settings.bufferRecords() + settings.inFlightRecords();
    if (held.size() >= limit) {
      awaitRelease(() -> held.size() >= limit);
    }
    held.add(routed.copyWith(value));
    metrics.onHeld();
  }

  private interface Condition {
    boolean holds();
  }

  /** Back-pressure: lets only mails run, among them the one that releases. */
  private void awaitRelease(Condition blocked) throws Exception {
    long deadline =
        getProcessingTimeService().getCurrentProcessingTime() + settings.timeoutMillis();
    getProcessingTimeService().registerTimer(deadline, time -> {}); // only to end the yield below
    while (blocked.holds()) {
      if (getProcessingTimeService().getCurrentProcessingTime() >= deadline) {
        throw new IllegalStateException(
            settings.name()
                + ": "
                + held.size()
                + " records of hash slots that were moved here have waited "
                + settings.timeoutMillis()
                + " ms for their former owner. Is the coordinator reachable, do checkpoints"
                + " complete? Restarting from the last checkpoint ends the hand-over.");
      }
      mailbox.yield();
    }
  }

  private void onMarker(long epoch, Routed.Marker marker) throws Exception {
    boolean last = ledger.onMarker(epoch, marker);
    release();
    if (last) {
      runner.flush();
      Long cohortHash = ledger.cohortHash();
      if (registration != null && cohortHash != null) {
        registration.finished(epoch, cohortHash);
      }
    }
  }

  private void postReports(EdgePlacement placement) {
    try {
      mailbox.execute(
          () -> {
            ledger.onReports(placement.finished());
            release();
          },
          "amoeba: gate of %s hears who has finished",
          settings.name());
    } catch (RejectedExecutionException e) {
      LOG.debug("The gate of {} is closing, a placement comes too late", settings.name());
    }
  }

  private void release() throws Exception {
    if (held.isEmpty()) {
      return;
    }
    Routed<T> routed;
    while ((routed = held.pollFirst(ledger)) != null) {
      T value = routed.value;
      if (value != null) {
        runner.process(value, routed.timestamp);
      }
    }
    if (registration != null) {
      registration.holding(held.size(), held.lastHoldMicros());
    }
    Watermark watermark = heldWatermark;
    if (held.isEmpty() && watermark != null) {
      heldWatermark = null;
      forward(watermark);
    }
  }

  @Override
  public void processWatermark(Watermark watermark) throws Exception {
    if (held.hasRestored()) {
      release();
    }
    if (held.isEmpty()) {
      forward(watermark);
    } else {
      heldWatermark = watermark;
    }
  }

  private void forward(Watermark watermark) throws Exception {
    runner.flush();
    super.processWatermark(watermark);
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    runner.flush();
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    ledger.onSnapshot(context.getCheckpointId());
    state.write(ledger.newestEpoch(), held);
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    super.notifyCheckpointComplete(checkpointId);
    ledger.onCheckpointComplete(checkpointId);
    release();
  }

  @Override
  public void endInput() throws Exception {
    release();
    if (!held.isEmpty()) {
      awaitRelease(() -> !held.isEmpty());
    }
    runner.flush();
  }

  @Override
  public void close() throws Exception {
    if (registration != null) {
      registration.close();
    }
    if (runner != null) {
      runner.close();
    }
    super.close();
  }
}
