package io.amoeba.partitioner.flink;

import io.amoeba.partitioner.function.AlignedFunction;
import io.amoeba.partitioner.function.ToHashSlot;
import io.amoeba.partitioner.handover.GateOperatorFactory;
import io.amoeba.partitioner.handover.GateSettings;
import io.amoeba.partitioner.handover.Routed;
import io.amoeba.partitioner.handover.RoutedTypeInfo;
import io.amoeba.partitioner.handover.RouterOperatorFactory;
import io.amoeba.partitioner.handover.StampPartitioner;
import io.amoeba.partitioner.orderfree.DirectOperatorFactory;
import java.time.Duration;
import java.util.Objects;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * An aligned exchange towards a named operator: each record goes to the subtask that the placement
 * map names for its hash slot, and a changing map never reorders the records of a key (unless
 * {@link #orderFree()}). Used while the job is built; not thread-safe. Source: dissertation 5.2.3;
 * docs/adr/0002.
 */
public final class AlignedRouting<T> {

  private static final int DEFAULT_BUFFER_RECORDS = 65_536;
  private static final MemorySize DEFAULT_BUFFER_SIZE = MemorySize.ofMebiBytes(64);

  private final String operator;
  private final ToHashSlot<T> toHashSlot;
  private boolean orderFree;
  private int bufferRecords = DEFAULT_BUFFER_RECORDS;
  private MemorySize bufferSize = DEFAULT_BUFFER_SIZE;
  private Duration linger = Duration.ofMillis(2);
  private Duration handOverTimeout = Duration.ofMinutes(1);

  private AlignedRouting(String operator, ToHashSlot<T> toHashSlot) {
    this.operator = operator;
    this.toHashSlot = toHashSlot;
  }

  /**
   * An exchange.
   *
   * @param operator name of the receiving operator, unique in the job: the coordinator finds the
   *     edge by it
   */
  public static <T> AlignedRouting<T> to(String operator, ToHashSlot<T> toHashSlot) {
    if (operator.isBlank() || operator.contains(" -> ")) {
      throw new IllegalArgumentException(
          "operator name is '" + operator + "': must not be blank or contain ' -> '");
    }
    return new AlignedRouting<>(operator, Objects.requireNonNull(toHashSlot, "toHashSlot"));
  }

  /** Declares that order does not matter: a new map is used from the next record on. */
  public AlignedRouting<T> orderFree() {
    orderFree = true;
    return this;
  }

  /** Most records that a subtask keeps before it pushes back; 1 or more, 65,536 by default. */
  public AlignedRouting<T> handOverBuffer(int records) {
    if (records < 1) {
      throw new IllegalArgumentException("hand-over buffer is " + records + ": must be 1 or more");
    }
    bufferRecords = records;
    return this;
  }

  /**
   * Most that a subtask keeps during a hand-over before it pushes back, as serialised size; 1 byte
   * or more, 64 MiB by default. In the heap records take some times as much. The first record is
   * kept whatever its size.
   */
  public AlignedRouting<T> handOverBufferSize(MemorySize size) {
    if (size.getBytes() < 1) {
      throw new IllegalArgumentException(
          "hand-over buffer size is " + size + ": must be 1 byte or more");
    }
    bufferSize = size;
    return this;
  }

  /** How long a full hand-over buffer may wait before the job restarts from its checkpoint. */
  public AlignedRouting<T> handOverTimeout(Duration timeout) {
    handOverTimeout = positive("hand-over timeout", timeout);
    return this;
  }

  /** How long a value that the function completes later may stay unfinished without new input. */
  public AlignedRouting<T> linger(Duration time) {
    linger = positive("linger", time);
    return this;
  }

  /**
   * Adds the exchange and the receiving operator to the job.
   *
   * @throws IllegalStateException if the job forces unaligned checkpoints on a Flink version where
   *     that can lose records behind a custom partitioner
   */
  public <O> SingleOutputStreamOperator<O> process(
      DataStream<T> input,
      AlignedFunction<T, O> function,
      TypeInformation<O> outputType,
      int parallelism) {
    UnalignedCheckpointGuard.check(input.getExecutionEnvironment());
    SingleOutputStreamOperator<O> output =
        orderFree ? direct(input, function, outputType) : ordered(input, function, outputType);
    // Fixed, so that a savepoint fits after operators elsewhere in the job have changed.
    return output.uid("amoeba-receiver:" + operator).setParallelism(parallelism);
  }

  private <O> SingleOutputStreamOperator<O> direct(
      DataStream<T> input, AlignedFunction<T, O> function, TypeInformation<O> outputType) {
    return input
        .partitionCustom(
            new AlignedPartitioner<>(operator, toHashSlot), new TypedKey<>(input.getType()))
        .transform(
            operator,
            outputType,
            new DirectOperatorFactory<>(operator, linger.toMillis(), function));
  }

  private <O> SingleOutputStreamOperator<O> ordered(
      DataStream<T> input, AlignedFunction<T, O> function, TypeInformation<O> outputType) {
    SingleOutputStreamOperator<Routed<T>> routed =
        input
            .transform(
                operator + " router",
                new RoutedTypeInfo<>(input.getType()),
                new RouterOperatorFactory<>(operator, toHashSlot))
            .uid("amoeba-router:" + operator)
            .setParallelism(input.getParallelism());
    GateSettings settings =
        new GateSettings(
            operator,
            bufferRecords,
            bufferSize.getBytes(),
            linger.toMillis(),
            handOverTimeout.toMillis());
    return routed
        .partitionCustom(new StampPartitioner<>(), new TypedKey<>(routed.getType()))
        .transform(operator, outputType, new GateOperatorFactory<>(settings, function));
  }

  private static Duration positive(String what, Duration time) {
    if (time.toMillis() < 1) {
      throw new IllegalArgumentException(what + " is " + time + ": must be 1 ms or more");
    }
    return time;
  }
}
