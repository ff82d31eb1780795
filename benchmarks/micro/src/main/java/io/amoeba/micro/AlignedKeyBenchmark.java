package io.amoeba.micro;

import io.amoeba.partitioner.keyed.AlignedKey;
import io.amoeba.partitioner.keyed.AlignedKeys;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.util.MathUtils;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * The key of a record of 16 characters on its way to a key group, as Flink does it before and again
 * behind a keyed exchange. The goal: nothing is allocated but the key itself, 24 bytes ({@code
 * -prof gc}); where the key does not leave the method, the compiler may spare that, too.
 */
public class AlignedKeyBenchmark extends TimedBenchmark {

  private static final int MAX_PARALLELISM = 16_384;

  private final BenchmarkKeys keys = new BenchmarkKeys();
  private final KeySelector<String, AlignedKey> aligned =
      AlignedKeys.of(MAX_PARALLELISM, text -> text);

  /** The yardstick: the text itself as the key; its hash code is remembered by the text. */
  @Benchmark
  public int plainKeyGroup() {
    return MathUtils.murmurHash(keys.text().hashCode()) % MAX_PARALLELISM;
  }

  /** Key selection, hash code and key group. */
  @Benchmark
  public int alignedKeyGroup() throws Exception {
    return MathUtils.murmurHash(aligned.getKey(keys.text()).hashCode()) % MAX_PARALLELISM;
  }

  /** Key selection alone; the key is kept. */
  @Benchmark
  public AlignedKey alignedKey() throws Exception {
    return aligned.getKey(keys.text());
  }
}
