package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.text.PrintableText;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What an error says that a server answered to a command of a migration, and what to do about it.
 * Stateless. Source: error texts of Redis 6.2 … 8.
 */
final class ClusterAdminErrors {

  /** An answer to BGSAVE or BGREWRITEAOF. */
  private static final Pattern WORKING =
      Pattern.compile("already in progress|child process is active|AOF log rewriting in progress");

  private static final String RIGHTS =
      "its user needs +info, +config|get, and of +cluster: nodes, info, meet, replicate, failover, forget, reset; for rounds also +bgsave and +bgrewriteaof";

  /** Part of an error that tells it from the others, and the remedy. */
  private static final Map<String, String> REMEDIES =
      Map.ofEntries(
          Map.entry("NOPERM", RIGHTS),
          Map.entry("NOAUTH", RIGHTS),
          Map.entry("Invalid node address", "CLUSTER MEET takes addresses, not names"),
          Map.entry("node must be empty", "it holds keys or hash slots: choose another server"),
          Map.entry("Unknown node", "the servers have not met: CLUSTER MEET"),
          Map.entry("You should send CLUSTER FAILOVER to a replica", "it is promoted already"),
          Map.entry("You should send CLUSTER FAILOVER to a slave", "it is promoted already"),
          Map.entry("Master is down or failed", "its primary does not answer: start it again"),
          Map.entry("I don't know my master", "its primary does not answer: start it again"),
          Map.entry("master nodes containing keys", "it holds keys: another actor has promoted it"),
          Map.entry("cluster support disabled", "start it with cluster-enabled yes"),
          Map.entry("MISCONF", "it cannot write to its disk: see its log"));

  private ClusterAdminErrors() {}

  /** Whether an error says that a node to be forgotten is not known. */
  static boolean isUnknownNode(String error) {
    return error.contains("Unknown node");
  }

  /** The problem behind an error. */
  static ClusterFailure of(String command, String address, String error) {
    boolean busy =
        error.startsWith("LOADING") || error.startsWith("BUSY") || WORKING.matcher(error).find();
    return new ClusterFailure(
        busy ? ClusterFailure.Kind.BUSY : ClusterFailure.Kind.REFUSED,
        "%s answers %s with: %s".formatted(address, command, PrintableText.line(error)),
        busy ? "wait until it has loaded its data, or ended its work" : remedy(error));
  }

  private static String remedy(String error) {
    return REMEDIES.entrySet().stream()
        .filter(entry -> error.contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .sorted()
        .findFirst()
        .orElse("its log may say more");
  }
}
