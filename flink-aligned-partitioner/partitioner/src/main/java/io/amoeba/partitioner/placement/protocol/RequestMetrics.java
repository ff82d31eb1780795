package io.amoeba.partitioner.placement.protocol;

/**
 * Flink metrics by which an operator tells the coordinator where its store requests went: counters
 * in the groups {@link #GROUP} and {@link #STORE}. Stateless.
 */
public final class RequestMetrics {

  /** Group of all metrics of this project. */
  public static final String GROUP = "amoeba";

  /** Group of the store, in {@link #GROUP}. */
  public static final String STORE = "redis";

  /** Counter of requests to the server on the operator's own node. */
  public static final String LOCAL = "localRequests";

  /** Counter of requests to other servers. */
  public static final String REMOTE = "remoteRequests";

  private RequestMetrics() {}

  /** How Flink's REST interface calls a counter, after the operator's own name. */
  public static String qualified(String counter) {
    return GROUP + "." + STORE + "." + counter;
  }
}
