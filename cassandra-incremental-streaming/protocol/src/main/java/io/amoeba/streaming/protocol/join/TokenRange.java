package io.amoeba.streaming.protocol.join;

/** Tokens in (left, right], round the ring when left is not smaller than right. Immutable. */
public record TokenRange(long left, long right) {

  /** Its share of the ring, 0 … 1; all of it when both ends are the same. */
  public double share() {
    double width = (double) right - (double) left;
    return (width > 0 ? width : width + RING) / RING;
  }

  private static final double RING = 0x1p64;
}
