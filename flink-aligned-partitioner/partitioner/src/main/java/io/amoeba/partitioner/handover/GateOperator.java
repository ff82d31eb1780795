package io.amoeba.partitioner.handover;

import io.amoeba.partitioner.function.AlignedFunction;
import io.amoeba.partitioner.function.FunctionRunner;
import io.amoeba.partitioner.function.TaskIdentity;
import io.amoeba.partitioner.placement.protocol.EdgePlacement;
import io.amoeba.partitioner.subscription.GateRegistration;
import io.amoeba.partitioner.subscription.PlacementSubscription;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.jspecify.annotations.Nullable;

/**
 * Behind the exchange: runs the function, and keeps records of hash slots that it has gained until
 * their former owner has finished. While it keeps any, it keeps watermarks and idleness back too.
 * Confined to the task thread; the subscription's thread only posts to its mailbox.
 */
final class GateOperator<T, O> extends AbstractStreamOperator<O>
    implements OneInputStreamOperator<Routed<T>, O>, BoundedOneInput {

  private static final long serialVersionUID = 1L;

  private final GateSettings settings;
  private final AlignedFunction<T, O> function;
  private final transient MailboxExecutor mailbox;

  private transient GateState<T> state;
  private transient GateLedger ledger;
  private transient SerializedSize<Routed<T>> size;
  private transient HoldBuffer<T> held;
  private transient GatePatience patience;
  private transient GateMetrics metrics;
  private transient RestorePeers peers;
  private transient FunctionRunner<T, O> runner;
  private transient @Nullable GateRegistration registration;
  private transient @Nullable Watermark heldWatermark;
  private transient boolean heldIdle;
  private transient boolean begun;
  private transient boolean releaseSuspended;
  private transient boolean ended;

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
    peers = new RestorePeers(getContainingTask().getEnvironment(), getOperatorID());
    TypeSerializer<Routed<T>> serializer =
        getOperatorConfig().getTypeSerializerIn(0, getUserCodeClassloader());
    size = new SerializedSize<>(serializer);
    state =
        new GateState<>(
            context.getOperatorStateStore(),
            serializer,
            TaskIdentity.subtask(runtime),
            TaskIdentity.parallelism(runtime));
    // Everything restored may be processed: what came before it was processed in the checkpoint.
    ledger = new GateLedger(state.restoredEpoch());
    List<Routed<T>> restored = state.takeRestoredRecords();
    for (Routed<T> routed : restored) {
      routed.heldBytes = size.of(routed);
    }
    held = new HoldBuffer<>(restored);
    patience = new GatePatience(settings, ledger, held, getProcessingTimeService(), mailbox);
  }

  @Override
  public void open() throws Exception {
    super.open();
    RuntimeContext context = getRuntimeContext();
    metrics = new GateMetrics(getMetricGroup(), held);
    runner =
        new FunctionRunner<>(function, output, getProcessingTimeService(), settings.lingerMillis());
    runner.open(context);
    mailbox.execute(this::begin, "amoeba: gate of %s processes what it had kept", settings.name());
    registration =
        PlacementSubscription.shared()
            .registerGate(
                TaskIdentity.taskManager(context),
                TaskIdentity.edge(context, settings.name()),
                TaskIdentity.subtask(context),
                TaskIdentity.parallelism(context),
                this::postReports);
  }

  /**
   * What a restore brought back comes before the first input, at all gates: after a rescaling the
   * records that a gate had kept are anywhere, and their keys' next ones at yet another gate.
   */
  private void begin() throws Exception {
    if (begun) {
      return;
    }
    release();
    runner.flush();
    peers.await(null);
    begun = true;
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
    begin();
    if (releaseSuspended) {
      resumeRelease();
    }
    if (!ledger.mayProcess(routed)) {
      patience.makeRoom(routed);
    }
    if (ledger.mayProcess(routed)) { // perhaps only now: then those before it have been let go
      runner.process(value, element.hasTimestamp() ? element.getTimestamp() : Long.MIN_VALUE);
    } else {
      hold(routed, value);
    }
  }

  long heldBytes() {
    return held.bytes();
  }

  private void hold(Routed<T> routed, T value) throws IOException {
    Routed<T> copy = routed.copyWith(value);
    copy.heldBytes = size.of(copy);
    held.add(copy);
    metrics.onHeld();
    if (registration != null) {
      registration.holding(held.size(), held.lastHoldMicros());
    }
  }

  private void onMarker(long epoch, Routed.Marker marker) throws Exception {
    boolean last = ledger.onMarker(epoch, marker);
    if (marker.kind == Routed.MarkerKind.ENDED && registration != null) {
      registration.routerEnded(marker.router, marker.incarnation);
    }
    release();
    if (last) {
      runner.flush();
      Long cohortHash = ledger.cohortHash();
      if (registration != null && cohortHash != null) {
        registration.finished(ledger.newestEpoch(), cohortHash);
      }
    }
    patience.watchMarkers();
  }

  private void postReports(EdgePlacement placement) {
    try {
      mailbox.execute(
          () -> {
            ledger.onReports(placement.finished());
            release();
          },
          "amoeba: gate of %s receives finished routers",
          settings.name());
    } catch (RejectedExecutionException e) {
      LOG.debug("The gate of {} is closing, a placement comes too late", settings.name());
    }
  }

  private void resumeRelease() throws Exception {
    releaseSuspended = false;
    release();
  }

  private void release() throws Exception {
    if (held.isEmpty() || releaseSuspended) {
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
    if (held.isEmpty()) {
      forwardHeldTime();
    }
  }

  private void forwardHeldTime() throws Exception {
    Watermark watermark = heldWatermark;
    if (watermark != null) {
      heldWatermark = null;
      forward(watermark);
    }
    if (heldIdle) {
      heldIdle = false;
      super.processWatermarkStatus(WatermarkStatus.IDLE);
    }
  }

  @Override
  public void processWatermark(Watermark watermark) throws Exception {
    begin();
    if (releaseSuspended) {
      resumeRelease();
    }
    if (held.isEmpty()) {
      forward(watermark);
    } else {
      heldWatermark = watermark;
    }
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    boolean wasIdle = heldIdle;
    heldIdle = status.isIdle() && !held.isEmpty();
    if (!heldIdle && !(wasIdle && status.isActive())) {
      super.processWatermarkStatus(status);
    }
  }

  private void forward(Watermark watermark) throws Exception {
    runner.flush();
    super.processWatermark(watermark);
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    begin();
    runner.flush();
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    ledger.onSnapshot(context.getCheckpointId());
    state.write(ledger.newestEpoch(), held);
    suspendReleaseIfStopped();
  }

  /**
   * After a savepoint that stops the job nothing may be processed: what is kept belongs to whoever
   * restores the savepoint. No operator is notified of the stop, but timers fire no more after it.
   */
  private void suspendReleaseIfStopped() {
    releaseSuspended = true;
    long past = getProcessingTimeService().getCurrentProcessingTime() - 1;
    getProcessingTimeService().registerTimer(past, time -> resumeRelease());
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    super.notifyCheckpointComplete(checkpointId);
    ledger.onCheckpointComplete(checkpointId);
    release();
  }

  @Override
  public void endInput() throws Exception {
    begin();
    resumeRelease();
    patience.awaitEmpty();
    runner.flush();
    ended = true;
  }

  @Override
  public void close() throws Exception {
    if (registration != null) {
      // A gate that waits for this one may hear of it only after this one has gone.
      registration.close(ended && ledger.mayBeAwaited());
    }
    try {
      if (runner != null) {
        runner.close();
      }
    } finally {
      super.close();
    }
  }
}
