package io.amoeba.micro;

import io.amoeba.partitioner.keyed.AlignedKey;
import io.amoeba.partitioner.keyed.AlignedKeys;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.util.MathUtils;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * From a record of 16 characters to its key group, as in Flink before and after a keyed exchange.
 * The goal: no allocation beyond the key itself, 24 bytes ({@code -prof gc}); the compiler may
 * spare that too where the key does not leave the method.
 */
public class AlignedKeyBenchmark extends TimedBenchmark {

  private static final int MAX_PARALLELISM = 16_384;

  private final BenchmarkKeys keys = new BenchmarkKeys();
  private final KeySelector<String, AlignedKey> aligned =
      AlignedKeys.of(MAX_PARALLELISM, text -> text);

  /** The baseline: the text itself as the key; a text caches its hash code. */
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
