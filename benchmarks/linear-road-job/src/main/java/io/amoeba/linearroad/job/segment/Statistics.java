package io.amoeba.linearroad.job.segment;

import io.amoeba.linearroad.job.redis.HashRequest;

/**
 * LAV in miles per hour and NOV that are valid for a place in a minute (rules 3 and 4). Immutable.
 */
public record Statistics(long place, int minute, int lav, int nov) {
  /** The field of the segment table that has them. */
  public HashRequest.SetField in(SegmentTable table) {
    return table.field(place, minute, SegmentTable.statisticsField(minute), lav + "," + nov);
  }
}
