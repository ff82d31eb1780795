package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.DisownedHashSlots;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.List;
import java.util.Map;

/** Whether the nodes are one cluster that works, and agree about it. Stateless. */
final class RedisClusterChecks {

  private static final String FORGET =
      "Start it again; if it is gone permanently, move its hash slots and CLUSTER FORGET it on every"
          + " node.";

  private RedisClusterChecks() {}

  static void check(List<RedisNode.Answering> answering, MajorityView view, Findings findings) {
    answering.forEach(node -> state(node, findings));
    findings.fine(Check.REDIS_CLUSTER, "Redis", "cluster_state is ok on every node");
    coverage(view, findings);
    unserved(answering, findings);
    findings.fine(
        Check.REDIS_HASH_SLOTS,
        "Redis",
        "all %d hash slots are served by %d primaries"
            .formatted(HashSlot.COUNT, view.primaries().size()));
    agreement(answering, view, findings);
    failedNodes(answering, findings);
    openMigrations(answering, findings);
  }

  /** Also of a server that has no view of a cluster, because it is none. */
  static void state(RedisNode.Answering node, Findings findings) {
    if ("0".equals(node.info().get("cluster_enabled"))
        || node.refused().values().stream().anyMatch(a -> a.contains("cluster support disabled"))) {
      findings.add(
          Check.REDIS_CLUSTER,
          Severity.ERROR,
          node.address(),
          "is a single server: its cluster mode is off",
          "Name the nodes of a Redis Cluster in redis.endpoints (cluster-enabled yes, then"
              + " redis-cli --cluster create).");
    } else if ("fail".equals(node.clusterInfo().get("cluster_state"))) {
      findings.add(
          Check.REDIS_CLUSTER,
          Severity.ERROR,
          node.address(),
          "says that the cluster does not work: cluster_state is fail",
          "Bring back the failed nodes or the missing hash slots; redis-cli --cluster check names"
              + " them.");
    }
  }

  private static void coverage(MajorityView view, Findings findings) {
    if (view.uncovered() > 0) {
      findings.add(
          Check.REDIS_HASH_SLOTS,
          Severity.ERROR,
          "Redis",
          view.uncovered() + " of " + HashSlot.COUNT + " hash slots have no primary",
          "Give them to a node: redis-cli --cluster fix.");
    }
  }

  /** Each primary may see an owner of every hash slot, and none of them own it itself. */
  private static void unserved(List<RedisNode.Answering> answering, Findings findings) {
    ClusterView seen =
        new ClusterView(
            answering.stream().flatMap(node -> node.view().stream()).toList(), Map.of());
    for (DisownedHashSlots disowned : seen.disowned(seen.unserved())) {
      findings.add(
          Check.REDIS_HASH_SLOTS,
          Severity.ERROR,
          "Redis",
          disowned.text(),
          DisownedHashSlots.REMEDY);
    }
  }

  private static void agreement(
      List<RedisNode.Answering> answering, MajorityView view, Findings findings) {
    view.dissent()
        .forEach(
            (address, hashSlots) ->
                findings.add(
                    Check.REDIS_AGREEMENT,
                    Severity.ERROR,
                    address,
                    "sees other owners of " + hashSlots + " hash slots than most nodes",
                    "If that stays: let it meet the others again (CLUSTER MEET) and open the"
                        + " cluster bus between all nodes."));
    int total = view.nodes().size();
    for (RedisNode.Answering node : answering) {
      if (!node.known().isEmpty() && node.known().size() != total) {
        findings.add(
            Check.REDIS_AGREEMENT,
            Severity.WARNING,
            node.address(),
            "knows %d nodes, most others %d".formatted(node.known().size(), total),
            "If that stays: CLUSTER MEET the missing ones, CLUSTER FORGET those that are gone.");
      }
    }
    findings.fine(Check.REDIS_AGREEMENT, "Redis", "every node sees the same owners and nodes");
  }

  private static void failedNodes(List<RedisNode.Answering> answering, Findings findings) {
    for (RedisNode.Answering viewer : answering) {
      for (KnownServer node : viewer.known()) {
        if (node.flags().contains("noaddr")) {
          findings.add(
              Check.REDIS_FAILED_NODES,
              Severity.WARNING,
              node.id(),
              "is known without an address",
              FORGET);
        } else if (node.isFailing()) {
          int owned = node.hashSlotCount();
          findings.add(
              Check.REDIS_FAILED_NODES,
              owned > 0 ? Severity.ERROR : Severity.WARNING,
              node.address().toString(),
              owned > 0
                  ? "is down for other nodes, and owns " + owned + " hash slots"
                  : "is down for other nodes",
              FORGET);
        } else if (!node.linked() && !node.isSelf()) {
          findings.add(
              Check.REDIS_FAILED_NODES,
              Severity.WARNING,
              node.address().toString(),
              "has no link to " + viewer.address(),
              "Open the cluster bus (port + 10000 unless configured) between all nodes.");
        }
      }
    }
    findings.fine(Check.REDIS_FAILED_NODES, "Redis", "no node is down for another one");
  }

  private static void openMigrations(List<RedisNode.Answering> answering, Findings findings) {
    for (RedisNode.Answering node : answering) {
      int open = node.view().map(view -> view.transitions().size()).orElse(0);
      if (open > 0) {
        findings.add(
            Check.REDIS_OPEN_MIGRATIONS,
            Severity.WARNING,
            node.address(),
            "has hash slots in transition (MIGRATING or IMPORTING): " + open,
            "If no tool is moving them now: redis-cli --cluster fix " + node.address() + ".");
      }
    }
    findings.fine(Check.REDIS_OPEN_MIGRATIONS, "Redis", "no hash slot is in transition");
  }
}
