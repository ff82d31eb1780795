package io.amoeba.linearroad.job.redis;

import io.amoeba.partitioner.function.Emitter;
import java.io.Serializable;

/** Sets a field of a hash for each value; emits nothing but watermarks. */
public final class FieldWriter<I> extends RedisFunction<I, Boolean, Void> {
  private static final long serialVersionUID = 1L;

  private final Field<I> field;

  /** With access to Redis. */
  public FieldWriter(RedisAccess access, Field<I> field) {
    super(access);
    this.field = field;
  }

  /** Which field a value sets. */
  @FunctionalInterface
  public interface Field<I> extends Serializable {
    /** The request that sets it. */
    HashRequest.SetField of(I value);
  }

  @Override
  protected HashRequest<Boolean> request(I value) {
    return field.of(value);
  }

  @Override
  protected void complete(I value, Boolean created, long latencyMicros, Emitter<Void> out) {}
}
