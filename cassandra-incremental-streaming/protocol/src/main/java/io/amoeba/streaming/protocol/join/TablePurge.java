package io.amoeba.streaming.protocol.join;

import java.util.SortedMap;
import java.util.SortedSet;
import java.util.UUID;

/**
 * Port: deletes what the joining node has of truncated tables, except in the ranges of its done
 * tokens. Nothing is streamed meanwhile; what is written meanwhile may stay or go.
 */
@FunctionalInterface
public interface TablePurge {
  /**
   * @param tables by id, with the time of the TRUNCATE in milliseconds since 1970; {@link
   *     io.amoeba.streaming.protocol.Truncations#EVERY_TABLE} for all
   */
  StepWork.Run start(SortedMap<UUID, Long> tables, SortedSet<Long> done);
}
