package io.amoeba.coordinator.promotion;

import java.util.OptionalLong;

/**
 * Whether a replica has nearly all writes of its primary. While the lead changes, clients wait
 * until the replica has executed the rest, and a replica that has just worked catches up for
 * seconds. Confined to one thread.
 */
final class CatchUp {

  /** A replica executes so much within milliseconds. */
  private static final long FEW_BYTES = 16 << 10;

  /** Of what the primary has written since the last look; a tenth of a second is between two. */
  private static final int NEAR_PART = 2;

  /** The primary's at the last look. */
  private OptionalLong offset = OptionalLong.empty();

  /**
   * Notes another look.
   *
   * @param written offset of the primary
   * @param executed offset of the replica
   */
  boolean isNear(long written, long executed) {
    long since = written - offset.orElse(written);
    offset = OptionalLong.of(written);
    return written - executed <= Math.max(FEW_BYTES, since / NEAR_PART);
  }
}
