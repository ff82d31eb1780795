package io.amoeba.partitioner.orderfree;

import io.amoeba.partitioner.function.AlignedFunction;
import io.amoeba.partitioner.function.FunctionRunner;
import io.amoeba.partitioner.function.TaskIdentity;
import io.amoeba.partitioner.subscription.DirectRegistration;
import io.amoeba.partitioner.subscription.PlacementSubscription;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Runs the function of an order-free edge: no gate. Confined to the task thread. */
final class DirectOperator<T, O> extends AbstractStreamOperator<O>
    implements OneInputStreamOperator<T, O>, BoundedOneInput {

  private static final long serialVersionUID = 1L;

  private final String name;
  private final long lingerMillis;
  private final AlignedFunction<T, O> function;
  private transient FunctionRunner<T, O> runner;

  @SuppressWarnings("NullAway.Init") // Flink opens the operator before it uses it
  DirectOperator(
      String name,
      long lingerMillis,
      AlignedFunction<T, O> function,
      StreamOperatorParameters<O> parameters) {
    this.name = name;
    this.lingerMillis = lingerMillis;
    this.function = function;
    setup(parameters.getContainingTask(), parameters.getStreamConfig(), parameters.getOutput());
    setProcessingTimeService(parameters.getProcessingTimeService());
  }

  @Override
  public void open() throws Exception {
    super.open();
    RuntimeContext context = getRuntimeContext();
    DirectRegistration direct =
        PlacementSubscription.shared()
            .registerDirect(
                TaskIdentity.taskManager(context), name, TaskIdentity.parallelism(context));
    MetricGroup group = getMetricGroup().addGroup("amoeba").addGroup("routing");
    group.gauge("epoch", direct::epoch);
    group.gauge("mapAgeMillis", direct::mapAgeMillis);
    runner = new FunctionRunner<>(function, output, getProcessingTimeService(), lingerMillis);
    runner.open(getRuntimeContext());
  }

  @Override
  public void processElement(StreamRecord<T> element) throws Exception {
    runner.process(
        element.getValue(), element.hasTimestamp() ? element.getTimestamp() : Long.MIN_VALUE);
  }

  @Override
  public void processWatermark(Watermark watermark) throws Exception {
    runner.flush();
    super.processWatermark(watermark);
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    runner.flush();
  }

  @Override
  public void endInput() throws Exception {
    runner.flush();
  }

  @Override
  public void close() throws Exception {
    if (runner != null) {
      runner.close();
    }
    super.close();
  }
}
