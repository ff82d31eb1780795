package io.amoeba.priority.protocol.admission;

/**
 * What the gate may hold. Immutable.
 *
 * @param requests at most so many are held
 * @param bytes at most that many are held: a node bounds the bytes of all clients' requests in
 *     flight, and held ones must leave room for others
 * @param ageMillis a request that is held for longer is released beyond the limit
 */
public record GateBounds(int requests, long bytes, long ageMillis) {

  /**
   * Requests per second that are released beyond the limit, so that a limit of 1 and slow requests
   * do not stop the low class.
   */
  static final int AGED_PER_SECOND = 10;

  /**
   * So many times the age, a request is shed: its client has most likely given up. Drivers wait for
   * 2 to 12 seconds, the node for 12.
   */
  static final int SHED_AGES = 5;

  public GateBounds {
    if (requests < 0 || bytes < 0 || ageMillis < 1) {
      throw new IllegalArgumentException(
          requests + " requests, " + bytes + " bytes, " + ageMillis + " ms are no bounds");
    }
  }
}
