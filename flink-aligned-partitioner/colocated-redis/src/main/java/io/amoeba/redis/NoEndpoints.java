package io.amoeba.redis;

import java.util.Collection;

/**
 * A cluster that sends clients to no address. Stateless. Source: the annotated redis.conf,
 * cluster-preferred-endpoint-type; CLUSTER SLOTS then tells nil, or {@code ?} for a node without a
 * name.
 */
final class NoEndpoints {
  private static final String NAMELESS = "?:";

  private NoEndpoints() {}

  /**
   * Whether a node has no name where clients are sent to names.
   *
   * @param addresses {@code host:port} of all nodes, as the cluster tells them
   */
  static boolean among(Collection<String> addresses) {
    return addresses.stream().anyMatch(address -> address.startsWith(NAMELESS));
  }

  /**
   * What to do about it.
   *
   * @param type what {@code cluster-preferred-endpoint-type} is
   */
  static String message(ColocatedRedisConfig config, String type) {
    return "The "
        + config
        + " sends clients to no address (cluster-preferred-endpoint-type "
        + type
        + "): set it to ip on every node, or to hostname with a cluster-announce-hostname for each;"
        + " ColocatedRedis does without";
  }
}
