package io.amoeba.streaming.protocol.join;

/**
 * Data whose size is known.
 *
 * @param share the ranges that they are of, as a share of the ring, summed over keyspaces
 * @param bytes their size
 */
public record Volume(double share, long bytes) {

  public static final Volume NONE = new Volume(0, 0);

  Volume plus(Volume other) {
    return new Volume(share + other.share, bytes + other.bytes);
  }
}
