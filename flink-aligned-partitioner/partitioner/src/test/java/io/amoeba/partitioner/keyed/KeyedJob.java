package io.amoeba.partitioner.keyed;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** A keyed job with state, timers and windows that logs on which subtask it does what. */
final class KeyedJob {

  static final int KEYS = 500;
  static final int RECORDS = 30_000;
  static final int WINDOW_MILLIS = 5_000;

  /** Records of each source subtask that are not braked: all keys are among them. */
  static final int UNBRAKED = 2_500;

  private static final int SOURCES = 2;

  private KeyedJob() {}

  /** What a test chooses. */
  record Shape(int maxParallelism, int parallelism, boolean braked) {}

  static String key(long n) {
    return "{s:" + n % KEYS + "}:stat";
  }

  static StreamExecutionEnvironment aligned(Configuration configuration, Shape shape) {
    return alignedFor(shape.maxParallelism(), configuration, shape);
  }

  /** The same with keys for another maximum parallelism than the job's. */
  static StreamExecutionEnvironment alignedFor(
      int keysMaxParallelism, Configuration configuration, Shape shape) {
    StreamExecutionEnvironment env = environment(configuration, shape);
    addOperators(
        numbers(env, shape).keyBy(AlignedKeys.of(keysMaxParallelism, KeyedJob::key)),
        keysMaxParallelism,
        shape.parallelism());
    return env;
  }

  /** The same on Flink's own keys. */
  static StreamExecutionEnvironment plain(Configuration configuration, Shape shape) {
    StreamExecutionEnvironment env = environment(configuration, shape);
    addOperators(
        numbers(env, shape).keyBy(KeyedJob::key, Types.STRING),
        shape.maxParallelism(),
        shape.parallelism());
    return env;
  }

  private static StreamExecutionEnvironment environment(Configuration configuration, Shape shape) {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    env.setMaxParallelism(shape.maxParallelism());
    return env;
  }

  /** 0, 1, 2, … in two ascending halves, with the number as event time. */
  private static DataStream<Long> numbers(StreamExecutionEnvironment env, Shape shape) {
    return env.fromSequence(0, RECORDS - 1)
        .setParallelism(SOURCES)
        .uid("numbers")
        .map(new Brake(shape.braked()))
        .returns(Types.LONG)
        .setParallelism(SOURCES)
        .uid("brake")
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<Long>forMonotonousTimestamps()
                .withTimestampAssigner((n, before) -> n))
        .setParallelism(SOURCES)
        .uid("time");
  }

  private static <K> void addOperators(
      KeyedStream<Long, K> keyed, int keysMaxParallelism, int parallelism) {
    keyed
        .process(new Count<>(keysMaxParallelism), Types.LONG)
        .setParallelism(parallelism)
        .uid("count")
        .sinkTo(new DiscardingSink<>())
        .setParallelism(parallelism);
    keyed
        .window(TumblingEventTimeWindows.of(Duration.ofMillis(WINDOW_MILLIS)))
        .process(new CountOfWindow<>(), Types.LONG)
        .setParallelism(parallelism)
        .uid("window")
        .sinkTo(new DiscardingSink<>())
        .setParallelism(parallelism);
  }

  /** Lets the first records pass at once, and then 200 a second, so that a test can stop. */
  private static final class Brake implements MapFunction<Long, Long> {
    private static final long serialVersionUID = 1L;
    private final boolean braked;
    private int passed;

    Brake(boolean braked) {
      this.braked = braked;
    }

    @Override
    public Long map(Long n) {
      if (braked && ++passed > UNBRAKED) {
        LockSupport.parkNanos(5_000_000);
      }
      return n;
    }
  }

  /** Counts a key's records in state; the timer of its first record says how many there were. */
  private static final class Count<K> extends KeyedProcessFunction<K, Long, Long> {
    private static final long serialVersionUID = 1L;
    private static final long AFTER_ALL = RECORDS + 1;

    private final int keysMaxParallelism;
    private transient ValueState<Long> count;

    @SuppressWarnings("NullAway.Init") // Flink opens the function before it is used
    Count(int keysMaxParallelism) {
      this.keysMaxParallelism = keysMaxParallelism;
    }

    @Override
    public void open(OpenContext context) {
      AlignedKeys.checkMaxParallelism(getRuntimeContext(), keysMaxParallelism);
      count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
    }

    @Override
    public void processElement(
        Long n, KeyedProcessFunction<K, Long, Long>.Context context, Collector<Long> out)
        throws Exception {
      String key = context.getCurrentKey().toString();
      KeyedLog.visit(key, getRuntimeContext().getTaskInfo());
      if (!key.equals(key(n))) {
        KeyedLog.problem(n + " is processed as " + key);
      }
      Long before = count.value();
      if (before == null) {
        context.timerService().registerEventTimeTimer(AFTER_ALL);
        count.update(1L);
      } else {
        count.update(before + 1);
      }
      KeyedLog.processed();
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<Long> out) throws Exception {
      String key = context.getCurrentKey().toString();
      KeyedLog.visit(key, getRuntimeContext().getTaskInfo());
      KeyedLog.timerFired(key, count.value());
    }
  }

  private static final class CountOfWindow<K>
      extends ProcessWindowFunction<Long, Long, K, TimeWindow> {
    private static final long serialVersionUID = 1L;

    @Override
    public void process(
        K key,
        ProcessWindowFunction<Long, Long, K, TimeWindow>.Context context,
        Iterable<Long> numbers,
        Collector<Long> out) {
      KeyedLog.visit(key.toString(), getRuntimeContext().getTaskInfo());
      long count = 0;
      for (Long n : numbers) {
        if (!key.toString().equals(key(n))) {
          KeyedLog.problem(n + " is in a window of " + key);
        }
        count++;
      }
      KeyedLog.windowFired(key.toString(), context.window().getStart(), count);
    }
  }
}
