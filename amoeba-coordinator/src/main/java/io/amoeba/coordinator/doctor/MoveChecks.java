package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.changes.Need;
import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.members.ClaimFault;
import io.amoeba.coordinator.members.ServerVersion;
import java.util.List;

/** How hash slots will move, and by what the store grows and is drained. Stateless. */
final class MoveChecks {

  /** The setting by which servers measure what each hash slot makes them work. */
  static final String STATISTICS = "cluster-slot-stats-enabled";

  private MoveChecks() {}

  static void check(
      CoordinatorConfig config, List<RedisNode.Answering> answering, Findings findings) {
    List<RedisNode.Answering> primaries =
        answering.stream().filter(node -> "master".equals(node.info().get("role"))).toList();
    if (config.needs(Need.HASH_SLOT_MOVES) && !primaries.isEmpty()) {
      answering.stream()
          .filter(node -> !node.tellsInfo())
          .forEach(
              node ->
                  findings.unknown(
                      Check.REDIS_MOVE_WAY,
                      node.address(),
                      "the node refuses INFO",
                      "Allow it: +info."));
      findings.fine(
          Check.REDIS_MOVE_WAY,
          "Redis",
          "hash slots move by "
              + (config.plans().moveAtomically()
                  ? best(primaries)
                  : "CLUSTER SETSLOT and MIGRATE"));
    }
    answering.forEach(node -> claims(node, findings));
    findings.fine(
        Check.REDIS_CLAIMS,
        "Redis",
        "hash slots that other tools move by CLUSTER SETSLOT are lost to late messages alone");
    if (config.needs(Need.LOAD)) {
      primaries.forEach(node -> load(node, findings));
    }
  }

  private static void claims(RedisNode.Answering node, Findings findings) {
    ServerVersion.of(node.info())
        .flatMap(
            version -> ClaimFault.of(version).map(fault -> version.text() + " " + fault.text()))
        .ifPresent(
            seen ->
                findings.add(
                    Check.REDIS_CLAIMS,
                    Severity.NOTE,
                    node.address(),
                    seen
                        + ": other tools that move hash slots, such as redis-cli --cluster"
                        + " reshard, can leave some without an owner and delete their keys",
                    "Update to Redis 7.2.4 or newer (newest known: 8.10.2) or to Valkey (8.1.11,"
                        + " 9.0.8, 9.1.4), which lose them only to late messages; let no tool but"
                        + " the coordinator move hash slots by CLUSTER SETSLOT."));
  }

  private static String best(List<RedisNode.Answering> primaries) {
    for (StoreCommand atomic : List.of(StoreCommand.MIGRATION, StoreCommand.MIGRATE_SLOTS)) {
      if (primaries.stream()
          .allMatch(
              node ->
                  atomic.isOf(node)
                      && !node.refused().containsKey(StoreCommand.COMMAND_INFO.text()))) {
        return atomic.text() + ", atomically";
      }
    }
    return "CLUSTER SETSLOT and MIGRATE";
  }

  /** Newer Redis has cpu, net and mem in place of yes, or several of them; only cpu is wanted. */
  static boolean measuresLoad(RedisNode.Answering node) {
    List<String> measured = List.of(node.settings().getOrDefault(STATISTICS, "").split(" "));
    return measured.contains("yes") || measured.contains("cpu");
  }

  /** Servers without the setting have no statistics, and nothing is to be changed there. */
  private static void load(RedisNode.Answering node, Findings findings) {
    String value = node.settings().get(STATISTICS);
    if (value != null && !measuresLoad(node)) {
      findings.add(
          Check.REDIS_LOAD,
          Severity.NOTE,
          node.address(),
          "%s is %s: the store grows and is drained by the number of hash slots, not by their load"
              .formatted(STATISTICS, value),
          "CONFIG SET %s yes, on every node; where this is rejected at run time, cpu is sufficient."
              .formatted(STATISTICS));
    }
    if (value != null) {
      findings.fine(
          Check.REDIS_LOAD, "Redis", "the store grows and is drained by the load of hash slots");
    }
  }
}
