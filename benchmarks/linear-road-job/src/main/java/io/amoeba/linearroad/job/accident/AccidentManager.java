package io.amoeba.linearroad.job.accident;

import io.amoeba.linearroad.job.redis.RedisAccess;
import io.amoeba.linearroad.job.redis.RedisFunction;
import io.amoeba.linearroad.job.segment.SegmentKeys;
import io.amoeba.linearroad.job.segment.SegmentTable;
import io.amoeba.partitioner.function.Emitter;
import io.amoeba.redis.ColocatedRedis;
import java.util.concurrent.CompletableFuture;

/** Writes accidents in force to the segment table; emits nothing but watermarks. */
public final class AccidentManager extends RedisFunction<AccidentFlag, Boolean, Void> {
  private static final long serialVersionUID = 1L;

  private final SegmentKeys keys = new SegmentKeys();

  /** With access to Redis. */
  public AccidentManager(RedisAccess access) {
    super(access);
  }

  @Override
  protected CompletableFuture<Boolean> request(
      AccidentFlag value, ColocatedRedis<String, String> redis) {
    SegmentTable table = keys.table();
    return redis
        .onHashSlot(table.hashSlot(value.place()))
        .hset(
            table.key(value.place(), value.minute()),
            SegmentTable.accidentField(value.minute()),
            Integer.toString(value.accidentSegment()))
        .toCompletableFuture();
  }

  @Override
  protected void complete(
      AccidentFlag value, Boolean created, long latencyMicros, Emitter<Void> out) {}
}
