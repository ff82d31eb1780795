package io.amoeba.partitioner.function;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.util.OutputTag;

/** Runs an {@link AlignedFunction} inside an operator. Confined to the task thread. */
public final class FunctionRunner<I, O> {

  private final AlignedFunction<I, O> function;
  private final RecordEmitter<O> emitter;
  private final ProcessingTimeService timers;
  private final long lingerMillis;
  private final boolean completesLater;
  private boolean unfinished;
  private boolean timerSet;

  /** A runner; {@code lingerMillis} bounds how long a value may stay unfinished without input. */
  public FunctionRunner(
      AlignedFunction<I, O> function,
      Output<StreamRecord<O>> output,
      ProcessingTimeService timers,
      long lingerMillis) {
    this.function = function;
    this.emitter = new RecordEmitter<>(output);
    this.timers = timers;
    this.lingerMillis = lingerMillis;
    this.completesLater = overridesFlush(function);
  }

  /** Opens the function. */
  public void open(RuntimeContext context) throws Exception {
    function.setRuntimeContext(context);
    function.open(new OpenContext() {});
  }

  /** Closes the function. */
  public void close() throws Exception {
    function.close();
  }

  /** Hands a value to the function. */
  public void process(I value, long timestamp) throws Exception {
    function.process(value, timestamp, emitter);
    unfinished = completesLater && function.hasUnfinished();
    if (unfinished && !timerSet) {
      timerSet = true;
      timers.registerTimer(timers.getCurrentProcessingTime() + lingerMillis, this::lingered);
    }
  }

  /** Has the function complete everything. */
  public void flush() throws Exception {
    if (unfinished) {
      unfinished = false;
      function.flush(emitter);
    }
  }

  @SuppressWarnings("unused") // the time is Flink's, the deadline ours
  private void lingered(long time) throws Exception {
    timerSet = false;
    flush();
  }

  private static boolean overridesFlush(AlignedFunction<?, ?> function) {
    try {
      return function.getClass().getMethod("flush", Emitter.class).getDeclaringClass()
          != AlignedFunction.class;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("AlignedFunction has lost its method flush", e);
    }
  }

  /** One record object for everything emitted: operators downstream copy what they keep. */
  private static final class RecordEmitter<O> implements Emitter<O> {
    private final Output<StreamRecord<O>> output;
    private final StreamRecord<O> reused = new StreamRecord<>(null);

    RecordEmitter(Output<StreamRecord<O>> output) {
      this.output = output;
    }

    @Override
    public void emit(O value, long timestamp) {
      output.collect(stamped(reused, value, timestamp));
    }

    @Override
    public <X> void emit(OutputTag<X> tag, X value, long timestamp) {
      output.collect(tag, stamped(new StreamRecord<>(value), value, timestamp));
    }

    private static <X> StreamRecord<X> stamped(StreamRecord<X> record, X value, long timestamp) {
      if (timestamp == Long.MIN_VALUE) {
        record.eraseTimestamp();
        return record.replace(value);
      }
      return record.replace(value, timestamp);
    }
  }
}
