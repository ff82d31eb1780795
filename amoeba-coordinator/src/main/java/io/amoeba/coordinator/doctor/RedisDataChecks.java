package io.amoeba.coordinator.doctor;

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
          Severity.ADVICE,
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
          replicated ? Severity.WARNING : Severity.ADVICE,
          node.address(),
          replicated
              ? "keeps nothing on disk: a primary that is restarted at once comes back empty, and"
                  + " empties its replicas"
              : "keeps nothing on disk: a restart loses its keys",
          "CONFIG SET appendonly yes, unless a restored job writes everything again.");
    }
    if ("err".equals(info.get("rdb_last_bgsave_status"))) {
      broken(node, "rdb_last_bgsave_status", findings);
    }
    if ("err".equals(info.get("aof_last_write_status"))) {
      broken(node, "aof_last_write_status", findings);
    }
  }

  private static void broken(RedisNode.Answering node, String field, Findings findings) {
    findings.add(
        Check.REDIS_PERSISTENCE,
        Severity.ERROR,
        node.address(),
        "could not write to its disk (" + field + " is err), and may refuse writes",
        "Look at the space and the rights in its folder (CONFIG GET dir), and at its log.");
  }
}
