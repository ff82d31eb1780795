package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.ClusterAdmin.KeyBatch;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.text.PrintableText;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What an error says that a server answered to a command, and what to do about it. Stateless.
 * Source: Redis command references of MIGRATE and CLUSTER SETSLOT; error texts of Redis 6.2 … 8.
 */
final class ClusterAdminErrors {

  /** An answer to BGSAVE or BGREWRITEAOF. */
  private static final Pattern WORKING =
      Pattern.compile("already in progress|child process is active|AOF log rewriting in progress");

  private static final String BUSY_KEY = "BUSYKEY";
  private static final String LOST = "IOERR";

  private static final String RIGHTS =
      "its user needs +info, +config|get, and of +cluster: nodes, info, meet, replicate, failover,"
          + " forget, reset; to migrate hash slots also ~* +migrate +restore-asking +select, and of"
          + " +cluster: setslot, saveconfig, getkeysinslot, countkeysinslot; for atomic migrations"
          + " migration, or migrateslots, getslotmigrations, cancelslotmigrations; for rounds also +bgsave and"
          + " +bgrewriteaof";

  private static final String FAILED_OVER =
      "it is a replica now: recover when the failover is over";
  private static final String OTHER_TOOL = "another tool has moved the hash slot: plan again";
  private static final String REFUSED_LOGIN = "the destination refuses the source's login: ";
  private static final String NOT_MET = "the servers have not met: CLUSTER MEET";
  private static final String END_MIGRATION = "end that one first: CLUSTER MIGRATION CANCEL";
  private static final String END_EXPORT = "end that one first: CLUSTER CANCELSLOTMIGRATIONS";
  private static final String PROMOTED = "it is promoted already";
  private static final String PRIMARY_DOWN = "its primary does not answer: start it again";

  /** Part of an error that tells it from the others, and the remedy. */
  private static final Map<String, String> REMEDIES =
      Map.ofEntries(
          Map.entry("OOM", "raise maxmemory of the destination, or move less to it"),
          Map.entry("NOREPLICAS", "bring back the replicas that min-replicas-to-write asks for"),
          Map.entry("NOAUTH", RIGHTS),
          Map.entry("WRONGPASS", RIGHTS),
          Map.entry("NOPERM", RIGHTS),
          Map.entry("READONLY", FAILED_OVER),
          Map.entry(
              "MOVED", "another primary owns the hash slot: recover when the failover is over"),
          Map.entry("only with masters", FAILED_OVER),
          Map.entry("not a master", FAILED_OVER),
          Map.entry("not the owner", OTHER_TOOL),
          Map.entry("already the owner", OTHER_TOOL),
          Map.entry("know about node", NOT_MET),
          Map.entry("Unknown node", NOT_MET),
          Map.entry("LOADING", "wait until it has loaded its data"),
          Map.entry("MISCONF", "make room on the disk of the server that refuses, and see its log"),
          Map.entry("CLUSTERDOWN", "recover when the cluster works again"),
          Map.entry("atomic slot migration", END_MIGRATION),
          Map.entry("overlapping import", END_MIGRATION),
          Map.entry(
              "another ASM task",
              "a primary supports one migration at a time: wait for its end, or CLUSTER MIGRATION CANCEL"),
          Map.entry("already migrating", END_EXPORT),
          Map.entry("already importing", END_EXPORT),
          Map.entry(
              "DUMP payload", "the destination does not understand the source's data: upgrade it"),
          Map.entry("Bad data format", "the destination does not understand a value: upgrade it"),
          Map.entry("Invalid node address", "CLUSTER MEET takes addresses, not names"),
          Map.entry("node must be empty", "it holds keys or hash slots: choose another server"),
          Map.entry("You should send CLUSTER FAILOVER to a replica", PROMOTED),
          Map.entry("You should send CLUSTER FAILOVER to a slave", PROMOTED),
          Map.entry("Master is down or failed", PRIMARY_DOWN),
          Map.entry("I don't know my master", PRIMARY_DOWN),
          Map.entry("master nodes containing keys", "it holds keys: another actor has promoted it"),
          Map.entry("cluster support disabled", "start it with cluster-enabled yes"));

  private ClusterAdminErrors() {}

  /** Whether an error says that nobody may say the command, or not this user. */
  static boolean isWithheld(String error) {
    return error.contains("NOPERM") || error.toLowerCase(Locale.ROOT).contains("unknown");
  }

  /** Whether an error says that a node to be forgotten is not known. */
  static boolean isUnknownNode(String error) {
    return error.contains("Unknown node");
  }

  /** The failure behind an error that MIGRATE was answered with. */
  static ClusterFailure ofMigrate(
      int hashSlot, KeyBatch batch, String from, String to, String error) {
    String where =
        "keys of hash slot %d cannot go from %s to %s: %s"
            .formatted(hashSlot, from, to, PrintableText.line(error));
    if (error.contains(BUSY_KEY)) {
      return new ClusterFailure(ClusterFailure.Kind.KEY_EXISTS, where);
    }
    if (error.startsWith(LOST)) {
      return new ClusterFailure(
          ClusterFailure.Kind.TRANSFER,
          where,
          ("the source must reach the destination under that address, with TLS if tls-cluster"
                  + " is set; a key that takes longer than migrateTimeout (%d ms) needs a longer one")
              .formatted(batch.timeout().toMillis()));
    }
    boolean login = error.contains("NOAUTH") || error.contains("WRONGPASS");
    return new ClusterFailure(
        ClusterFailure.Kind.REFUSED,
        where,
        (login ? REFUSED_LOGIN : "") + remedy(error, "the logs of both may say more"));
  }

  /** The failure behind an error that another command was answered with. */
  static ClusterFailure of(String command, String address, String error) {
    boolean busy =
        error.startsWith("LOADING") || error.startsWith("BUSY") || WORKING.matcher(error).find();
    return new ClusterFailure(
        busy ? ClusterFailure.Kind.BUSY : ClusterFailure.Kind.REFUSED,
        "%s answers %s with: %s".formatted(address, command, PrintableText.line(error)),
        busy
            ? "wait until it has loaded its data, or ended its work"
            : remedy(error, "its log may say more, or the logs of the other servers"));
  }

  private static String remedy(String error, String otherwise) {
    return REMEDIES.entrySet().stream()
        .filter(entry -> error.contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .sorted()
        .findFirst()
        .orElse(otherwise);
  }
}
