package io.amoeba.hints.protocol.hotset;

/**
 * Tokens of Murmur3Partitioner, without the left end and with the right one. A range whose left end
 * is not below its right one goes round the ring. Immutable.
 */
public record TokenRange(long left, long right) {

  public boolean contains(long token) {
    return left < right ? left < token && token <= right : token > left || token <= right;
  }
}
