package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.changes.slots.SlotMigrationClient.KeyBatch;
import io.amoeba.coordinator.changes.slots.SlotMigrationException;
import io.amoeba.coordinator.text.PrintableText;
import java.util.Map;

/**
 * What an error says that a primary answered to a command of a move, and what to do about it.
 * Stateless. Source: Redis command references of MIGRATE and CLUSTER SETSLOT; error texts of Redis
 * 6.2 … 8.
 */
final class SlotMigrationErrors {

  private static final String BUSY = "BUSYKEY";
  private static final String LOST = "IOERR";
  private static final String RIGHTS =
      "its user needs ~* +migrate +restore-asking +select +info, and of +cluster: nodes, setslot,"
          + " getkeysinslot, countkeysinslot; for atomic migrations migration, or migrateslots,"
          + " getslotmigrations, cancelslotmigrations";

  /** Part of an error that tells it from the others, and the remedy. */
  private static final Map<String, String> REMEDIES =
      Map.ofEntries(
          Map.entry("OOM", "raise maxmemory of the destination, or move less to it"),
          Map.entry("NOREPLICAS", "bring back the replicas that min-replicas-to-write asks for"),
          Map.entry("NOAUTH", "the destination refuses the source's login: " + RIGHTS),
          Map.entry("WRONGPASS", "the destination refuses the source's login: " + RIGHTS),
          Map.entry("NOPERM", RIGHTS),
          Map.entry("READONLY", "it is a replica now: recover when the failover is over"),
          Map.entry(
              "MOVED", "another primary owns the hash slot: recover when the failover is over"),
          Map.entry("only with masters", "it is a replica now: recover when the failover is over"),
          Map.entry("not the owner", "another tool has moved the hash slot: plan again"),
          Map.entry("already the owner", "another tool has moved the hash slot: plan again"),
          Map.entry("not a master", "it is a replica now: recover when the failover is over"),
          Map.entry("know about node", "the nodes have not met: CLUSTER MEET"),
          Map.entry("Unknown node", "the nodes have not met: CLUSTER MEET"),
          Map.entry("LOADING", "recover when it has loaded its data"),
          Map.entry("MISCONF", "it cannot write to its disk: see its log"),
          Map.entry("CLUSTERDOWN", "recover when the cluster works again"),
          Map.entry("atomic slot migration", "end that one first: CLUSTER MIGRATION CANCEL"),
          Map.entry("overlapping import", "end that one first: CLUSTER MIGRATION CANCEL"),
          Map.entry(
              "another ASM task",
              "a primary supports one migration at a time: wait for its end, or CLUSTER MIGRATION CANCEL"),
          Map.entry("already migrating", "end that one first: CLUSTER CANCELSLOTMIGRATIONS"),
          Map.entry("already importing", "end that one first: CLUSTER CANCELSLOTMIGRATIONS"),
          Map.entry(
              "DUMP payload", "the destination does not understand the source's data: upgrade it"),
          Map.entry("Bad data format", "the destination does not understand a value: upgrade it"));

  private SlotMigrationErrors() {}

  /** The problem behind an error that MIGRATE was answered with. */
  static SlotMigrationException ofMigrate(
      int hashSlot, KeyBatch batch, String from, String to, String error) {
    String where =
        "keys of hash slot %d cannot go from %s to %s: %s"
            .formatted(hashSlot, from, to, PrintableText.line(error));
    if (error.contains(BUSY)) {
      return new SlotMigrationException(SlotMigrationException.Kind.KEY_EXISTS, where);
    }
    if (error.startsWith(LOST)) {
      return new SlotMigrationException(
          SlotMigrationException.Kind.TRANSFER,
          ("%s; the source must reach the destination under that address, with TLS if tls-cluster"
                  + " is set; a key that takes longer than migrateTimeout (%d ms) needs a longer one")
              .formatted(where, batch.timeout().toMillis()));
    }
    return new SlotMigrationException(
        SlotMigrationException.Kind.REFUSED, where + "; " + remedy(error));
  }

  /** The problem behind an error that another command was answered with. */
  static SlotMigrationException of(String command, String address, String error) {
    return new SlotMigrationException(
        SlotMigrationException.Kind.REFUSED,
        "%s answers %s with: %s; %s"
            .formatted(address, command, PrintableText.line(error), remedy(error)));
  }

  private static String remedy(String error) {
    return REMEDIES.entrySet().stream()
        .filter(entry -> error.contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .sorted()
        .findFirst()
        .orElse("the logs of both may say more");
  }
}
