package io.amoeba.partitioner.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.partitioner.flink.AlignedRouting;
import io.amoeba.partitioner.function.AlignedFunction;
import io.amoeba.partitioner.function.Emitter;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.subscription.PlacementSubscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.jspecify.annotations.Nullable;

/** A job with one aligned exchange whose receiver checks the order of every key's records. */
final class HandOverJob {

  static final int GATES = 4;
  private static final int ROUTERS = 2;

  private HandOverJob() {}

  static TestCoordinator coordinator(LongFunction<PlacementMap> maps) throws Exception {
    TestCoordinator coordinator = new TestCoordinator(maps);
    System.setProperty("amoeba.coordinator.url", coordinator.url());
    return coordinator;
  }

  static LongFunction<PlacementMap> randomMaps(long seed) {
    return randomMaps(seed, GATES);
  }

  static LongFunction<PlacementMap> randomMaps(long seed, int gates) {
    Random random = new Random(seed);
    return epoch -> PlacementMap.of(epoch, gates, random.ints(HashSlot.COUNT, 0, gates).toArray());
  }

  static StreamExecutionEnvironment job(boolean orderFree, long records, long checkpointMillis) {
    return job(new Configuration(), new Shape(orderFree, records, checkpointMillis, GATES, 65_536));
  }

  /** What a test chooses. */
  record Shape(
      boolean orderFree,
      long records,
      long checkpointMillis,
      int gates,
      int bufferRecords,
      long bufferBytes,
      int slownessOfLastRouter) {

    Shape(boolean orderFree, long records, long checkpointMillis, int gates, int bufferRecords) {
      this(orderFree, records, checkpointMillis, gates, bufferRecords, 1 << 20, 1);
    }

    Shape withBufferBytes(long bytes) {
      return new Shape(
          orderFree, records, checkpointMillis, gates, bufferRecords, bytes, slownessOfLastRouter);
    }

    Shape withSlownessOfLastRouter(int factor) {
      return new Shape(
          orderFree, records, checkpointMillis, gates, bufferRecords, bufferBytes, factor);
    }
  }

  static StreamExecutionEnvironment job(Configuration configuration, Shape shape) {
    boolean orderFree = shape.orderFree();
    long records = shape.records();
    long checkpointMillis = shape.checkpointMillis();
    configuration.setString("restart-strategy.type", "fixed-delay");
    configuration.setString("restart-strategy.fixed-delay.attempts", "3");
    configuration.setString("restart-strategy.fixed-delay.delay", "100 ms");
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    if (checkpointMillis > 0) {
      env.enableCheckpointing(checkpointMillis);
    }
    SingleOutputStreamOperator<Tuple3<Integer, Integer, Long>> numbered =
        env.fromSequence(0, records - 1)
            .setParallelism(ROUTERS)
            .map(new Number(shape.slownessOfLastRouter()))
            .returns(Types.TUPLE(Types.INT, Types.INT, Types.LONG))
            .setParallelism(ROUTERS);
    AlignedRouting<Tuple3<Integer, Integer, Long>> routing =
        AlignedRouting.<Tuple3<Integer, Integer, Long>>to(
                "Check", record -> HashSlot.of("key-" + record.f1))
            .handOverBuffer(shape.bufferRecords())
            .handOverBufferSize(new MemorySize(shape.bufferBytes()));
    if (orderFree) {
      routing.orderFree();
    }
    routing
        .process(numbered, new Check(), TypeInformation.of(Long.class), shape.gates())
        .sinkTo(new DiscardingSink<>());
    return env;
  }

  /** A remaining subscription would be used by the next test's job. */
  static void awaitUnsubscribed() {
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              System.gc(); // order-free partitioners leave when they are collected
              return !PlacementSubscription.shared().subscribed();
            });
  }

  static boolean finished(@Nullable JobClient job) throws Exception {
    if (job == null) {
      return false;
    }
    JobStatus status = job.getJobStatus().get();
    if (status == JobStatus.FAILED) {
      job.getJobExecutionResult().get();
    }
    assertThat(status).isNotEqualTo(JobStatus.FAILED);
    return status == JobStatus.FINISHED;
  }

  /** (router, key, sequence number of the router) from a counter, at some ten thousand a second. */
  private static final class Number extends RichMapFunction<Long, Tuple3<Integer, Integer, Long>> {
    private static final long serialVersionUID = 1L;
    private final int slownessOfLast;
    private int router;

    Number(int slownessOfLast) {
      this.slownessOfLast = slownessOfLast;
    }

    @Override
    public void open(OpenContext context) {
      router = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
    }

    @Override
    public Tuple3<Integer, Integer, Long> map(Long n) {
      if (n % 16 == 0) {
        LockSupport.parkNanos(200_000L * (router == ROUTERS - 1 ? slownessOfLast : 1));
      }
      return Tuple3.of(router, (int) (n % 200), n);
    }
  }

  /** Batches of a few records, to have something to flush when hash slots leave. */
  private static final class Check extends AlignedFunction<Tuple3<Integer, Integer, Long>, Long> {
    private static final long serialVersionUID = 1L;
    private final List<Tuple3<Integer, Integer, Long>> batch = new ArrayList<>();

    @Override
    public void process(Tuple3<Integer, Integer, Long> record, long timestamp, Emitter<Long> out) {
      batch.add(record);
      if (batch.size() >= 8) {
        flush(out);
      }
    }

    @Override
    public void flush(Emitter<Long> out) {
      int attempt = getRuntimeContext().getTaskInfo().getAttemptNumber();
      for (Tuple3<Integer, Integer, Long> record : batch) {
        ProcessingLog.process(attempt, record.f1, record.f0, record.f2);
        out.emit(record.f2, Long.MIN_VALUE);
      }
      batch.clear();
    }
  }
}
