package io.amoeba.partitioner.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.runtime.streamrecord.StreamElement;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.TestProcessingTimeService;
import org.apache.flink.streaming.util.CollectorOutput;
import org.junit.jupiter.api.Test;

class FunctionRunnerTest {
  private static final long LINGER_MILLIS = 5;

  private final TestProcessingTimeService timers = new TestProcessingTimeService();
  private final List<StreamElement> emitted = new ArrayList<>();

  @Test
  void incompleteRequestsAreFlushedAfterSomeMilliseconds() throws Exception {
    FunctionRunner<Long, Long> runner = runner(new Batch(2));

    runner.process(1L, 0);
    timers.advance(LINGER_MILLIS - 1);
    assertThat(emitted).isEmpty();
    timers.advance(1);

    assertThat(emitted).containsExactly(new StreamRecord<>(1L, 0));
  }

  @Test
  void requestsCompletedAtOnceNeedNeitherFlushNorTimer() throws Exception {
    Batch alone = new Batch(1);
    FunctionRunner<Long, Long> runner = runner(alone);

    runner.process(1L, 0);
    runner.flush();

    assertThat(emitted).hasSize(1);
    assertThat(timers.getNumActiveTimers()).isZero();
    assertThat(alone.flushes).isZero();
  }

  @Test
  void aBatchThatIsFullLeavesNothingToFlush() throws Exception {
    Batch pair = new Batch(2);
    FunctionRunner<Long, Long> runner = runner(pair);

    runner.process(1L, 0);
    runner.process(2L, 0);
    timers.advance(LINGER_MILLIS);

    assertThat(emitted).hasSize(2);
    assertThat(pair.flushes).isZero();
  }

  private FunctionRunner<Long, Long> runner(Batch function) throws Exception {
    timers.setCurrentTime(0);
    return new FunctionRunner<>(function, new CollectorOutput<>(emitted), timers, LINGER_MILLIS);
  }

  /** Emits values when a batch is full, or is flushed. */
  private static final class Batch extends AlignedFunction<Long, Long> {
    private static final long serialVersionUID = 1L;

    private final int size;
    private final List<Long> values = new ArrayList<>();
    private int flushes;

    Batch(int size) {
      this.size = size;
    }

    @Override
    public void process(Long value, long timestamp, Emitter<Long> out) {
      values.add(value);
      if (values.size() == size) {
        emit(out);
      }
    }

    @Override
    public void flush(Emitter<Long> out) {
      flushes++;
      emit(out);
    }

    private void emit(Emitter<Long> out) {
      values.forEach(value -> out.emit(value, 0));
      values.clear();
    }

    @Override
    public boolean hasUnfinished() {
      return !values.isEmpty();
    }
  }
}
