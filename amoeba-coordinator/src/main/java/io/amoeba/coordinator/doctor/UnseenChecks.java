package io.amoeba.coordinator.doctor;

import java.util.List;

/**
 * Checks of Redis nodes that a node gives no basis for, since it refuses INFO or CONFIG GET, as
 * managed servers do. Without these findings such a check would pass unseen. Stateless.
 */
final class UnseenChecks {

  private static final List<Check> BY_SETTINGS =
      List.of(Check.REDIS_NODE_TIMEOUT, Check.REDIS_FULL_COVERAGE, Check.REDIS_REPLICATION);

  private static final List<Check> BY_INFO =
      List.of(Check.REDIS_MEMORY, Check.REDIS_PERSISTENCE, Check.REDIS_VERSION);

  private UnseenChecks() {}

  static void check(boolean tls, List<RedisNode.Answering> answering, Findings findings) {
    for (RedisNode.Answering node : answering) {
      if (!node.tellsSettings()) {
        BY_SETTINGS.forEach(check -> unseen(check, node, "CONFIG GET", findings));
        if (tls) {
          unseen(Check.REDIS_CLUSTER_BUS, node, "CONFIG GET", findings);
        }
        if (!"1".equals(node.info().get("aof_enabled"))) {
          unseen(Check.REDIS_PERSISTENCE, node, "CONFIG GET", findings);
        }
      }
      if (!node.tellsInfo()) {
        BY_INFO.forEach(check -> unseen(check, node, "INFO", findings));
      }
      if (node.refused().containsKey("CLUSTER INFO")) {
        unseen(Check.REDIS_CLUSTER, node, "CLUSTER INFO", findings);
      }
    }
  }

  private static void unseen(
      Check check, RedisNode.Answering node, String command, Findings findings) {
    findings.unknown(
        check,
        node.address(),
        "the node refuses " + command,
        "Allow it, or check the provider's settings.");
  }
}
