package io.amoeba.partitioner.keyed;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;

/** Makes a record's Redis key an aligned key; the key is all it allocates. Immutable. */
final class AlignedKeySelector<T>
    implements KeySelector<T, AlignedKey>, ResultTypeQueryable<AlignedKey> {

  private static final long serialVersionUID = 1L;

  private final int maxParallelism;
  private final KeySelector<T, String> redisKey;
  private final transient KeyGroupHashCodes hashCodes;

  AlignedKeySelector(int maxParallelism, KeySelector<T, String> redisKey) {
    this.maxParallelism = maxParallelism;
    this.redisKey = redisKey;
    this.hashCodes = KeyGroupHashCodes.of(maxParallelism);
  }

  @Override
  public AlignedKey getKey(T value) throws Exception {
    String text = redisKey.getKey(value);
    if (text == null) {
      throw new IllegalArgumentException(
          "the Redis key of record "
              + value
              + " is null: the function given to AlignedKeys.of must return a text for every"
              + " record; filter those that have none before keyBy");
    }
    return new AlignedKey(hashCodes, text);
  }

  @Override
  public TypeInformation<AlignedKey> getProducedType() {
    return new AlignedKeyTypeInfo(maxParallelism);
  }

  /** The hash codes do not travel: each process has its own. */
  private Object readResolve() {
    return new AlignedKeySelector<>(maxParallelism, redisKey);
  }
}
