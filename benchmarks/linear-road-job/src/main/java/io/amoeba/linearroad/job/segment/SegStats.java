package io.amoeba.linearroad.job.segment;

import io.amoeba.linearroad.job.redis.HashRequest;
import io.amoeba.linearroad.job.redis.RedisAccess;
import io.amoeba.linearroad.job.redis.RedisFunction;
import io.amoeba.partitioner.function.Emitter;

/** Writes statistics to the segment table; emits nothing but watermarks. */
public final class SegStats extends RedisFunction<Statistics, Boolean, Void> {
  private static final long serialVersionUID = 1L;

  private final SegmentKeys keys = new SegmentKeys();

  /** With access to Redis. */
  public SegStats(RedisAccess access) {
    super(access);
  }

  @Override
  protected HashRequest<Boolean> request(Statistics value) {
    SegmentTable table = keys.table();
    return new HashRequest.SetField(
        table.hashSlot(value.place()),
        table.key(value.place(), value.minute()),
        SegmentTable.statisticsField(value.minute()),
        value.lav() + "," + value.nov());
  }

  @Override
  protected void complete(
      Statistics value, Boolean created, long latencyMicros, Emitter<Void> out) {}
}
