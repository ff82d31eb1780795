package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether the nodes' settings suit a cluster that keeps a job's state. Stateless. Sources: the
 * annotated redis.conf, Redis Cluster specification ("Fault tolerance").
 */
final class RedisSettingChecks {

  /** Redis' default. Later is late for a job that waits. */
  private static final long NODE_TIMEOUT_HIGH_MILLIS = 15_000;

  /** A fork or a slow command of a busy node takes as long. */
  private static final long NODE_TIMEOUT_LOW_MILLIS = 1_000;

  private static final int MAJORITY_WITH_ONE_LOST = 3;

  /** Redis' default. */
  private static final long BACKLOG_SMALL_BYTES = 1L << 20;

  private RedisSettingChecks() {}

  static void check(
      boolean tls, List<RedisNode.Answering> answering, MajorityView view, Findings findings) {
    for (RedisNode.Answering node : answering) {
      nodeTimeout(node, findings);
      fullCoverage(node, findings);
      RedisDataChecks.memory(node, findings);
      RedisDataChecks.persistence(node, view.hasReplicas(), findings);
      replication(node, view, findings);
      clusterBus(node, tls, findings);
    }
    replicas(view, findings);
    fine(Check.REDIS_REPLICAS, "every primary has a replica", findings);
    fine(Check.REDIS_MEMORY, "memory is bounded, and nothing is evicted", findings);
    fine(Check.REDIS_PERSISTENCE, "every node keeps its keys over a restart", findings);
    if (view.hasReplicas()) {
      fine(Check.REDIS_REPLICATION, "every replica is in sync", findings);
    }
  }

  private static void fine(Check check, String seen, Findings findings) {
    findings.fine(check, "Redis", seen);
  }

  private static void nodeTimeout(RedisNode.Answering node, Findings findings) {
    node.setting("cluster-node-timeout")
        .ifPresent(
            millis -> {
              if (millis < NODE_TIMEOUT_LOW_MILLIS) {
                findings.add(
                    Check.REDIS_NODE_TIMEOUT,
                    Severity.WARNING,
                    node.address(),
                    "cluster-node-timeout is "
                        + millis
                        + " ms: a node that is merely busy counts as lost",
                    "CONFIG SET cluster-node-timeout 5000, on every node.");
              } else if (millis > NODE_TIMEOUT_HIGH_MILLIS) {
                findings.add(
                    Check.REDIS_NODE_TIMEOUT,
                    Severity.NOTE,
                    node.address(),
                    "cluster-node-timeout is "
                        + millis
                        + " ms: so long the keys of a lost primary are not served",
                    "CONFIG SET cluster-node-timeout 5000, on every node.");
              }
              findings.fine(Check.REDIS_NODE_TIMEOUT, "Redis", millis + " ms");
            });
  }

  private static void fullCoverage(RedisNode.Answering node, Findings findings) {
    String value = node.settings().get("cluster-require-full-coverage");
    if ("yes".equals(value)) {
      findings.add(
          Check.REDIS_FULL_COVERAGE,
          Severity.NOTE,
          node.address(),
          "cluster-require-full-coverage is yes: while one hash slot has no primary, no key is"
              + " served anywhere",
          "CONFIG SET cluster-require-full-coverage no, if the job can continue with the other keys.");
    }
    if (value != null) {
      findings.fine(Check.REDIS_FULL_COVERAGE, "Redis", "a lost primary stops its own keys alone");
    }
  }

  private static void replicas(MajorityView view, Findings findings) {
    for (KnownServer primary : view.primaries()) {
      if (view.replicas(primary.id()).isEmpty()) {
        findings.add(
            Check.REDIS_REPLICAS,
            Severity.NOTE,
            primary.address().toString(),
            "has no replica: when it is lost, so are its keys, or they wait for its restart",
            "Add one on another host: redis-cli --cluster add-node --cluster-slave.");
      }
    }
    for (KnownServer node : view.nodes()) {
      if (node.flags().contains("nofailover")) {
        findings.add(
            Check.REDIS_REPLICAS,
            Severity.NOTE,
            node.address().toString(),
            "never takes over: cluster-replica-no-failover is yes",
            "CONFIG SET cluster-replica-no-failover no, unless it is there for a while only.");
      }
    }
    int primaries = view.primaries().size();
    if (primaries < MAJORITY_WITH_ONE_LOST) {
      findings.add(
          Check.REDIS_REPLICAS,
          Severity.NOTE,
          "Redis",
          primaries
              + " primaries own hash slots: after the loss of one there is no majority, and"
              + " no replica takes over",
          "Use at least three primaries.");
    }
  }

  private static void replication(RedisNode.Answering node, MajorityView view, Findings findings) {
    Map<String, String> info = node.info();
    if ("slave".equals(info.get("role")) && !"up".equals(info.get("master_link_status"))) {
      findings.add(
          Check.REDIS_REPLICATION,
          Severity.WARNING,
          node.address(),
          "is not in sync with its primary: master_link_status is "
              + info.getOrDefault("master_link_status", "unknown"),
          "If the problem persists: check its log, masterauth and masteruser, and"
              + " client-output-buffer-limit replica of the primary.");
    }
    if ("master".equals(info.get("role"))) {
      needsReplicas(node, findings);
    } else {
      willNeedReplicas(node, view, findings);
    }
    if (!view.hasReplicas()) {
      return;
    }
    if (node.setting("repl-backlog-size").filter(size -> size <= BACKLOG_SMALL_BYTES).isPresent()) {
      findings.add(
          Check.REDIS_REPLICATION,
          Severity.NOTE,
          node.address(),
          "repl-backlog-size is 1 MiB or less: a replica that was away shortly copies everything"
              + " again",
          "CONFIG SET repl-backlog-size 64mb, or the volume of writes in a minute.");
    }
    if ("yes".equals(node.settings().get("cluster-allow-replica-migration"))) {
      findings.add(
          Check.REDIS_REPLICATION,
          Severity.NOTE,
          node.address(),
          "cluster-allow-replica-migration is yes: the cluster may give replicas to other"
              + " primaries than you did",
          "CONFIG SET cluster-allow-replica-migration no, if replicas are placed manually.");
    }
  }

  private static void needsReplicas(RedisNode.Answering node, Findings findings) {
    long wanted = node.setting("min-replicas-to-write").orElse(0L);
    long good = node.number("min_slaves_good_slaves").orElse(0L);
    boolean off = node.setting("min-replicas-max-lag").filter(lag -> lag == 0).isPresent();
    if (wanted > good && !off) {
      findings.add(
          Check.REDIS_REPLICATION,
          Severity.ERROR,
          node.address(),
          "takes no writes: min-replicas-to-write is %d, and %d replicas are in sync"
              .formatted(wanted, good),
          "Bring back its replicas, or lower min-replicas-to-write.");
    }
  }

  /** The primary and its other replicas follow a replica that takes over. */
  private static void willNeedReplicas(
      RedisNode.Answering node, MajorityView view, Findings findings) {
    long wanted = node.setting("min-replicas-to-write").orElse(0L);
    Optional<String> primary =
        node.myself().map(KnownServer::primaryId).filter(id -> !id.isEmpty());
    if (primary.isEmpty()
        || node.setting("min-replicas-max-lag").filter(lag -> lag == 0).isPresent()) {
      return;
    }
    int replicas = view.replicas(primary.get()).size();
    if (wanted > replicas) {
      findings.add(
          Check.REDIS_REPLICATION,
          Severity.WARNING,
          node.address(),
          "takes no writes once it takes over: min-replicas-to-write is %d, and it would have %d replicas at most"
              .formatted(wanted, replicas),
          "Add replicas, or lower min-replicas-to-write.");
    }
  }

  private static void clusterBus(RedisNode.Answering node, boolean tls, Findings findings) {
    if (tls && "no".equals(node.settings().get("tls-cluster"))) {
      findings.add(
          Check.REDIS_CLUSTER_BUS,
          Severity.NOTE,
          node.address(),
          "clients use TLS, but the cluster bus does not, and it has no login",
          "Set tls-cluster yes on every node, or keep the bus ports private.");
    }
  }
}
