package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.diagnosis.Problem.Severity;
import java.util.Map;

/** Whether a node keeps what a job writes. Stateless. */
final class RedisDataChecks {

  private static final double NEARLY_FULL = 0.9;

  private RedisDataChecks() {}

  static void memory(RedisNode.Answering node, Findings findings) {
    long bound = node.number("maxmemory").orElse(-1L);
    String policy = node.info().getOrDefault("maxmemory_policy", "noeviction");
    if (bound >= 0 && !policy.equals("noeviction")) {
      findings.add(
          Check.REDIS_MEMORY,
          bound > 0 ? Severity.ERROR : Severity.WARNING,
          node.address(),
          "maxmemory-policy is "
              + policy
              + (bound > 0
                  ? ": a full node silently deletes the job's state"
                  : ": a node that gets a maxmemory will silently delete the job's state"),
          "CONFIG SET maxmemory-policy noeviction.");
    }
    if (bound == 0) {
      findings.add(
          Check.REDIS_MEMORY,
          Severity.NOTE,
          node.address(),
          "maxmemory is not set: a node that grows is ended by the operating system",
          "CONFIG SET maxmemory to what the host can spare; a fork needs some, too.");
    }
    long used = node.number("used_memory").orElse(0L);
    if (bound > 0 && used > NEARLY_FULL * bound) {
      findings.add(
          Check.REDIS_MEMORY,
          Severity.WARNING,
          node.address(),
          "uses more than %.0f %% of maxmemory".formatted(100 * NEARLY_FULL),
          "Give it more memory, or give hash slots to other nodes.");
    }
  }

  static void persistence(RedisNode.Answering node, boolean replicated, Findings findings) {
    Map<String, String> info = node.info();
    String save = node.settings().get("save");
    if ("0".equals(info.get("aof_enabled")) && save != null && save.isBlank()) {
      findings.add(
          Check.REDIS_PERSISTENCE,
          replicated ? Severity.WARNING : Severity.NOTE,
          node.address(),
          replicated
              ? "keeps nothing on disk: a primary that restarts immediately comes back empty, and"
                  + " empties its replicas"
              : "keeps nothing on disk: a restart loses its keys",
          "CONFIG SET appendonly yes, unless a restored job writes everything again.");
    }
    disk(node, findings);
  }

  /** A replica goes on, and refuses writes as soon as it takes over. */
  private static void disk(RedisNode.Answering node, Findings findings) {
    String refuses =
        "slave".equals(node.info().get("role"))
            ? ", and refuses every write once it takes over"
            : ", and refuses every write";
    Map<String, String> settings = node.settings();
    boolean stops =
        !"no".equals(settings.get("stop-writes-on-bgsave-error"))
            && !"".equals(settings.get("save"));
    broken(
        node,
        "rdb_last_bgsave_status",
        "could not save",
        stops ? refuses + " (stop-writes-on-bgsave-error)" : "",
        "then BGSAVE",
        findings);
    broken(
        node, "aof_last_write_status", "could not write its AOF", refuses, "then wait", findings);
    broken(
        node,
        "aof_last_bgrewrite_status",
        "could not rewrite its AOF",
        ", and takes over no primary that migrates",
        "then BGREWRITEAOF",
        findings);
  }

  private static void broken(
      RedisNode.Answering node,
      String field,
      String seen,
      String consequence,
      String then,
      Findings findings) {
    if ("err".equals(node.info().get(field))) {
      findings.add(
          Check.REDIS_PERSISTENCE,
          Severity.ERROR,
          node.address(),
          "%s (%s is err)%s".formatted(seen, field, consequence),
          "Check the space and the permissions of its folder (CONFIG GET dir), and its log, %s."
              .formatted(then));
    }
  }
}
