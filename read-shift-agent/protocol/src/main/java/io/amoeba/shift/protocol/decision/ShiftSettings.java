package io.amoeba.shift.protocol.decision;

/**
 * What an operator decides. Immutable.
 *
 * @param minDiskWaitPercent with {@code AUTO}, reads leave a node that waits for its disk for at
 *     least this share of the time
 * @param maxUsePercent with {@code AUTO}, reads leave only while no other replica uses more of its
 *     CPU
 * @param returnUsePercent with {@code AUTO}, reads return when another replica uses more of its
 *     CPU; at least {@code maxUsePercent}
 */
public record ShiftSettings(
    ShiftMode mode, int minDiskWaitPercent, int maxUsePercent, int returnUsePercent) {

  /** Checks that reads do not return as soon as they have left. */
  public ShiftSettings {
    if (returnUsePercent < maxUsePercent) {
      throw new IllegalArgumentException(
          "return-use=%d: want at least max-use=%d".formatted(returnUsePercent, maxUsePercent));
    }
  }

  /** The same with another mode. */
  public ShiftSettings with(ShiftMode changed) {
    return new ShiftSettings(changed, minDiskWaitPercent, maxUsePercent, returnUsePercent);
  }
}
