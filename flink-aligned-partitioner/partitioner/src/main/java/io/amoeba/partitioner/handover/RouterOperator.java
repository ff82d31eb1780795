package io.amoeba.partitioner.handover;

import io.amoeba.partitioner.function.TaskIdentity;
import io.amoeba.partitioner.function.ToHashSlot;
import io.amoeba.partitioner.subscription.PlacementSubscription;
import io.amoeba.partitioner.subscription.RouterIdentity;
import io.amoeba.partitioner.subscription.RouterRegistration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

/**
 * In front of the exchange: stamps every record with its target, switches maps when the coordinator
 * commits one, and notifies the gates in-band. Its map is part of the checkpoint. Confined to the
 * task thread; the subscription's thread only posts to its mailbox.
 */
final class RouterOperator<T> extends AbstractStreamOperator<Routed<T>>
    implements OneInputStreamOperator<T, Routed<T>>, BoundedOneInput {

  private static final long serialVersionUID = 1L;

  private final String receiver;
  private final ToHashSlot<T> toHashSlot;
  private final transient MailboxExecutor mailbox;

  private transient Routed<T> routed;
  private transient StreamRecord<Routed<T>> record;
  private transient RouterState state;
  private transient RouterMetrics metrics;
  private transient @Nullable RouteTable table;
  private transient @Nullable RouterRegistration registration;
  private transient RouterIdentity identity;
  private transient boolean ended;

  @SuppressWarnings("NullAway.Init") // Flink initialises the state before it opens the operator
  RouterOperator(
      String receiver, ToHashSlot<T> toHashSlot, StreamOperatorParameters<Routed<T>> parameters) {
    this.receiver = receiver;
    this.toHashSlot = toHashSlot;
    this.mailbox = parameters.getMailboxExecutor();
    setup(parameters.getContainingTask(), parameters.getStreamConfig(), parameters.getOutput());
    setProcessingTimeService(parameters.getProcessingTimeService());
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    state =
        new RouterState(
            receiver,
            context.getOperatorStateStore(),
            new RestorePeers(getContainingTask().getEnvironment(), getOperatorID()));
  }

  @Override
  public void open() throws Exception {
    super.open();
    RuntimeContext context = getRuntimeContext();
    identity =
        new RouterIdentity(
            TaskIdentity.subtask(context),
            TaskIdentity.parallelism(context),
            ThreadLocalRandom.current().nextLong());
    routed = new Routed<>();
    record = new StreamRecord<>(routed);
    metrics = new RouterMetrics(getMetricGroup());
    mailbox.execute(this::table, "amoeba: router of %s says hello", receiver);
    registration =
        PlacementSubscription.shared()
            .registerRouter(
                TaskIdentity.taskManager(context),
                TaskIdentity.edge(context, receiver),
                identity,
                placement -> lookSoon());
  }

  @Override
  public void processElement(StreamRecord<T> element) {
    RouteTable routes = table == null ? table() : table;
    int hashSlot = toHashSlot.hashSlot(element.getValue());
    Routed<T> out = routed;
    out.value = element.getValue();
    routes.stamp(out, hashSlot);
    if (out.waits()) {
      out.timestamp = element.hasTimestamp() ? element.getTimestamp() : Long.MIN_VALUE;
    }
    metrics.routedTo(out.target);
    if (element.hasTimestamp()) {
      output.collect(record.replace(out, element.getTimestamp()));
    } else {
      record.eraseTimestamp();
      output.collect(record.replace(out));
    }
  }

  /** The routing, which needs the number of gates, which only the partitioner knows. */
  private RouteTable table() {
    if (table != null) {
      return table;
    }
    Routed<T> probe = Routed.probe();
    output.collect(new StreamRecord<>(probe));
    RouteTable first = RouteTable.settled(state.restored(), probe.observedTargets);
    adopt(first);
    maybeSwitch();
    return first;
  }

  private void adopt(RouteTable routes) {
    table = routes;
    metrics.adopted(routes.epoch(), routes.targets());
    tellGates(Routed.MarkerKind.SWITCHED, routes);
    if (registration != null) {
      registration.report(routes.targets(), routes.epoch());
    }
  }

  private void tellGates(Routed.MarkerKind kind, RouteTable routes) {
    Routed.Marker marker =
        new Routed.Marker(
            kind,
            identity.subtask(),
            identity.parallelism(),
            identity.incarnation(),
            routes.ownersHash());
    for (int target = 0; target < routes.targets(); target++) {
      output.collect(new StreamRecord<>(Routed.marker(target, routes.epoch(), marker)));
    }
  }

  private void lookSoon() {
    try {
      mailbox.execute(this::maybeSwitch, "amoeba: placement of %s", receiver);
    } catch (RejectedExecutionException e) {
      LOG.debug("The router of {} is closing, a placement comes too late", receiver);
    }
  }

  private void maybeSwitch() {
    RouteTable routes = table;
    if (routes == null || registration == null || ended) {
      return;
    }
    RouteTable now =
        registration.decide(
            placement -> routes.after(placement, identity), RouteTable::epoch, routes);
    if (now.epoch() > routes.epoch()) {
      adopt(now);
    } else if (now != routes) {
      // In-band, as a gate may not have heard of it yet and still keep earlier records.
      tellGates(Routed.MarkerKind.SETTLED, now);
      table = now;
    }
  }

  @Override
  public void endInput() {
    RouteTable routes = table();
    ended = true; // peers that switch later need not wait for this one's marker
    tellGates(Routed.MarkerKind.ENDED, routes);
    if (registration != null) {
      registration.close();
    }
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    state.write(table == null ? state.restored() : table.map());
  }

  @Override
  public void close() throws Exception {
    if (registration != null) {
      registration.close();
    }
    super.close();
  }
}
