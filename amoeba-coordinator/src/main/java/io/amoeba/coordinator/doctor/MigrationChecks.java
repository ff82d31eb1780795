package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.diagnosis.Problem.Severity;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether primaries can be copied quickly, where they migrate. Stateless. Source: the annotated
 * redis.conf.
 */
final class MigrationChecks {

  private static final String BUFFER = "client-output-buffer-limit";
  private static final String DELAY = "repl-diskless-sync-delay";

  /** The hard limit, in bytes. Newer servers say replica. */
  private static final Pattern OF_REPLICAS = Pattern.compile("\\b(?:slave|replica) (\\d+)");

  private MigrationChecks() {}

  static void check(boolean migrates, List<RedisNode.Answering> answering, Findings findings) {
    if (!migrates) {
      return;
    }
    for (RedisNode.Answering node : answering) {
      rest(node, findings);
      delay(node, findings);
      if ("master".equals(node.info().get("role"))) {
        room(node, findings);
      }
    }
    findings.fine(
        Check.REDIS_MIGRATIONS,
        "Redis",
        "copies start immediately, and the buffer has room for concurrent writes");
  }

  private static void rest(RedisNode.Answering node, Findings findings) {
    if (!node.tellsSettings()) {
      findings.unknown(
          Check.REDIS_MIGRATIONS,
          node.address(),
          "the node refuses CONFIG GET, so that after an election a server rests for four minutes before it takes over, and whether it would refuse writes is not seen",
          "See redis-permissions: an ACL rule (+config|get) helps only where the server has the command.");
    }
  }

  private static void delay(RedisNode.Answering node, Findings findings) {
    long seconds = node.setting(DELAY).orElse(0L);
    if (seconds > 0 && "yes".equals(node.settings().get("repl-diskless-sync"))) {
      findings.add(
          Check.REDIS_MIGRATIONS,
          Severity.NOTE,
          node.address(),
          "%s is %d s: the copy of a migrating primary starts after this delay"
              .formatted(DELAY, seconds),
          "CONFIG SET %s 0, on every node.".formatted(DELAY));
    }
  }

  /** As many bytes as the primary holds may be written while it is copied; that is a guess. */
  private static void room(RedisNode.Answering node, Findings findings) {
    long held = node.number("used_memory").orElse(0L);
    Optional<Long> limit =
        Optional.ofNullable(node.settings().get(BUFFER))
            .map(OF_REPLICAS::matcher)
            .filter(Matcher::find)
            .flatMap(found -> WholeNumber.of(found.group(1)));
    if (limit.isPresent() && limit.get() > 0 && limit.get() < held) {
      findings.add(
          Check.REDIS_MIGRATIONS,
          Severity.NOTE,
          node.address(),
          "%s of replicas is %d bytes, and it holds %d: if more is written during the copy, the copy restarts"
              .formatted(BUFFER, limit.get(), held),
          "CONFIG SET %s 'replica 0 0 0', or the volume of writes during a copy."
              .formatted(BUFFER));
    }
  }
}
