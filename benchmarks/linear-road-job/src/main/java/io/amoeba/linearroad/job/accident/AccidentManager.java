package io.amoeba.linearroad.job.accident;

import io.amoeba.linearroad.job.redis.HashRequest;
import io.amoeba.linearroad.job.redis.RedisAccess;
import io.amoeba.linearroad.job.redis.RedisFunction;
import io.amoeba.linearroad.job.segment.SegmentKeys;
import io.amoeba.linearroad.job.segment.SegmentTable;
import io.amoeba.partitioner.function.Emitter;

/** Writes accidents in force to the segment table; emits nothing but watermarks. */
public final class AccidentManager extends RedisFunction<AccidentFlag, Boolean, Void> {
  private static final long serialVersionUID = 1L;

  private final SegmentKeys keys = new SegmentKeys();

  /** With access to Redis. */
  public AccidentManager(RedisAccess access) {
    super(access);
  }

  @Override
  protected HashRequest<Boolean> request(AccidentFlag value) {
    SegmentTable table = keys.table();
    return new HashRequest.SetField(
        table.hashSlot(value.place()),
        table.key(value.place(), value.minute()),
        SegmentTable.accidentField(value.minute()),
        Integer.toString(value.accidentSegment()));
  }

  @Override
  protected void complete(
      AccidentFlag value, Boolean created, long latencyMicros, Emitter<Void> out) {}
}
