package io.amoeba.linearroad.job.accident;

import io.amoeba.linearroad.job.redis.HashRequest;
import io.amoeba.linearroad.job.segment.SegmentTable;

/**
 * In a minute, vehicles that cross into a place are affected by an accident in a segment, the
 * nearest in their direction (rule 10). Immutable.
 */
public record AccidentFlag(long place, int minute, int accidentSegment) {
  /** The field of the segment table that has it. */
  public HashRequest.SetField in(SegmentTable table) {
    return table.field(
        place, minute, SegmentTable.accidentField(minute), Integer.toString(accidentSegment));
  }
}
