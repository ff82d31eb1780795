package io.amoeba.linearroad.job.probe;

import io.amoeba.partitioner.function.ToHashSlot;
import io.amoeba.partitioner.placement.HashSlot;
import java.security.SecureRandom;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.java.tuple.Tuple3;

/**
 * Stamps values directly before a router, in its thread: with a random number of the router
 * instance, and with a sequence number from 0 within what the instance sends to one hash slot.
 */
final class Stamp<T> extends RichMapFunction<T, Tuple3<T, Long, Long>> {
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
  public Tuple3<T, Long, Long> map(T value) {
    return Tuple3.of(value, router, sequences[toHashSlot.hashSlot(value)]++);
  }
}
