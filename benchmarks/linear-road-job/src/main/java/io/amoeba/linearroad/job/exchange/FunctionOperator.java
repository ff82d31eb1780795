package io.amoeba.linearroad.job.exchange;

import io.amoeba.partitioner.function.AlignedFunction;
import io.amoeba.partitioner.function.FunctionRunner;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Runs a function, and has it finish before anything passes it. Confined to the task thread. */
@SuppressWarnings("NullAway.Init") // Flink opens the operator before it uses it
final class FunctionOperator<T, O> extends AbstractStreamOperator<O>
    implements OneInputStreamOperator<T, O>, BoundedOneInput {
  private static final long serialVersionUID = 1L;

  private final AlignedFunction<T, O> function;
  private final long lingerMillis;
  private transient FunctionRunner<T, O> runner;

  FunctionOperator(AlignedFunction<T, O> function, long lingerMillis) {
    this.function = function;
    this.lingerMillis = lingerMillis;
  }

  @Override
  public void open() throws Exception {
    super.open();
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
