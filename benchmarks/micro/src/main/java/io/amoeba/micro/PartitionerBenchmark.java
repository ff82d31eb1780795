package io.amoeba.micro;

import io.amoeba.partitioner.flink.AlignedPartitioner;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One routing decision for a key of 16 bytes. The goals: at most 30 ns, at most 1.3 times {@link
 * #plainCrc16}, and no allocation ({@code -prof gc}).
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class PartitionerBenchmark {

  private static final int SUBTASKS = 4;

  private final BenchmarkKeys keys = new BenchmarkKeys();
  private final PlainCrc16 plain = new PlainCrc16();
  private final AlignedPartitioner<byte[]> aligned =
      new AlignedPartitioner<>("Benchmark", HashSlot::of);
  private final AlignedPartitioner<String> alignedText =
      new AlignedPartitioner<>("BenchmarkText", HashSlot::of);

  /** The yardstick. */
  @Benchmark
  public int plainCrc16() {
    return plain.partition(keys.bytes(), SUBTASKS);
  }

  /** The aligned partitioner, key as bytes. */
  @Benchmark
  public int alignedBytes() {
    return aligned.partition(keys.bytes(), SUBTASKS);
  }

  /** The aligned partitioner, key with a hash tag. */
  @Benchmark
  public int alignedTaggedBytes() {
    return aligned.partition(keys.taggedBytes(), SUBTASKS);
  }

  /** The aligned partitioner, key as text. */
  @Benchmark
  public int alignedText() {
    return alignedText.partition(keys.text(), SUBTASKS);
  }
}
