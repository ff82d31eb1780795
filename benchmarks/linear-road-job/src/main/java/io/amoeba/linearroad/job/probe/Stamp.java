package io.amoeba.linearroad.job.probe;

import io.amoeba.partitioner.function.ToHashSlot;
import io.amoeba.partitioner.placement.HashSlot;
import java.security.SecureRandom;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/** Stamps values directly before a router, in its thread. */
final class Stamp<T> extends RichMapFunction<T, Stamped<T>> {
  private static final long serialVersionUID = 1L;

  private final ToHashSlot<T> toHashSlot;
  private transient long router;

  @SuppressWarnings("NullAway.Init")
  private transient long[] sequences;

  Stamp(ToHashSlot<T> toHashSlot) {
    this.toHashSlot = toHashSlot;
  }

  @Override
  public void open(OpenContext context) {
    router = new SecureRandom().nextLong();
    sequences = new long[HashSlot.COUNT];
  }

  @Override
  public Stamped<T> map(T value) {
    return new Stamped<>(value, router, sequences[toHashSlot.hashSlot(value)]++);
  }
}
