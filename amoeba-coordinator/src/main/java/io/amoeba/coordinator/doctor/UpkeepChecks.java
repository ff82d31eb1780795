package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.changes.leadership.LeadWay;
import io.amoeba.coordinator.changes.leadership.UpkeepSettings;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerInfo.Elections;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.upkeep.Triggers;
import io.amoeba.coordinator.upkeep.Triggers.SaveTrigger;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether servers can work while they do not lead, where rounds are planned. Stateless. Sources:
 * the annotated redis.conf; docs/leadership.md.
 */
final class UpkeepChecks {

  /** Primaries that a change of the lead needs. */
  private static final int LEAST_PRIMARIES = 3;

  private UpkeepChecks() {}

  static void check(
      UpkeepSettings settings,
      List<RedisNode.Answering> answering,
      MajorityView view,
      Findings findings) {
    if (!settings.wanted()) {
      return;
    }
    primaries(settings, view, findings);
    preferred(settings, view, findings);
    for (RedisNode.Answering node : answering) {
      if (node.tellsSettings()) {
        interval(settings, node, findings);
        replicas(node, view, findings);
      } else {
        findings.unknown(
            Check.REDIS_UPKEEP,
            node.address(),
            "the node refuses CONFIG GET, so that nobody knows when it works",
            "See redis-permissions: an ACL rule (+config|get) helps only where the server has the command.");
      }
    }
    findings.fine(
        Check.REDIS_UPKEEP, "Redis", "every server can work while another one of its shard leads");
  }

  private static void primaries(UpkeepSettings settings, MajorityView view, Findings findings) {
    List<KnownServer> primaries = view.primaries();
    if (primaries.size() < LEAST_PRIMARIES) {
      warn(
          "Redis",
          "%d primaries own hash slots, and a change of the lead needs %d"
              .formatted(primaries.size(), LEAST_PRIMARIES),
          "Add primaries, or remove plans.upkeep.",
          findings);
    }
    boolean twins = false;
    for (KnownServer primary : primaries) {
      List<KnownServer> replicas = view.replicas(primary.id());
      String host = primary.address().host();
      long together = replicas.stream().filter(r -> r.address().host().equals(host)).count();
      twins |= together > 0;
      if (replicas.isEmpty()) {
        warn(
            primary.address().toString(),
            "has no replica: it works while it leads",
            "Add a replica on another host.",
            findings);
      } else if (together == replicas.size() && !settings.ways().contains(LeadWay.TWIN)) {
        warn(
            primary.address().toString(),
            "is on one host with all of its replicas, and plans.upkeep.ways has no twin",
            "Add a replica on another host, or twin to plans.upkeep.ways.",
            findings);
      }
    }
    if (!twins && settings.ways().contains(LeadWay.TWIN)) {
      findings.add(
          Check.REDIS_UPKEEP,
          Severity.NOTE,
          "plans.upkeep.ways",
          "has twin, and no replica is on the host of its primary",
          "Remove twin, or start replicas there.");
    }
  }

  private static void preferred(UpkeepSettings settings, MajorityView view, Findings findings) {
    Set<String> known = new TreeSet<>();
    view.nodes().forEach(node -> known.add(node.address().toString()));
    settings.preferredPrimaries().stream()
        .filter(address -> !known.contains(address))
        .sorted()
        .forEach(
            address ->
                warn(
                    "plans.upkeep.preferredPrimaries",
                    "'%s' is no member; members announce %s".formatted(address, known),
                    "Write the address that the server announces (CLUSTER NODES).",
                    findings));
  }

  /** The shortest time between two saves, beside what a round of them needs. */
  private static void interval(
      UpkeepSettings settings, RedisNode.Answering node, Findings findings) {
    Optional<Long> timeout = node.setting("cluster-node-timeout");
    Optional<SaveTrigger> shortest =
        saves(node).stream().min(Comparator.comparing(SaveTrigger::seconds));
    if (timeout.isEmpty()
        || shortest.isEmpty()
        || !settings.kinds().contains(UpkeepKind.SAVE)
        || !"master".equals(node.info().get("role"))) {
      return;
    }
    long rest = Elections.rest(Duration.ofMillis(timeout.get())).toSeconds();
    long work = node.number("rdb_last_bgsave_time_sec").filter(took -> took > 0).orElse(0L);
    long needed = rest + 2 * work;
    if (needed > shortest.get().seconds()) {
      warn(
          node.address(),
          "'%s' comes every %d s, and a round takes %d s: two saves of %d s, and %d s between promotions (4 × cluster-node-timeout + 1 s)"
              .formatted(shortest.get(), shortest.get().seconds(), needed, work, rest),
          "Let it come less often, or remove save from plans.upkeep.kinds.",
          findings);
    }
  }

  private static List<SaveTrigger> saves(RedisNode.Answering node) {
    String save = node.settings().getOrDefault("save", "");
    return Triggers.of(
            Map.of(
                "save", save,
                "auto-aof-rewrite-percentage", "0",
                "auto-aof-rewrite-min-size", "0"))
        .saves();
  }

  private static void replicas(RedisNode.Answering node, MajorityView view, Findings findings) {
    Optional<String> id = node.myself().filter(KnownServer::isPrimary).map(KnownServer::id);
    if (id.isEmpty()) {
      return;
    }
    int replicas = view.replicas(id.get()).size();
    if (replicas > 1 && "yes".equals(node.settings().get("cluster-allow-replica-migration"))) {
      warn(
          node.address(),
          "cluster-allow-replica-migration is yes: while it does not lead, the cluster may give it to a primary without replicas",
          "CONFIG SET cluster-allow-replica-migration no, on every node.",
          findings);
    }
    if (replicas > 0
        && node.setting("min-replicas-to-write").orElse(0L) == replicas
        && node.setting("min-replicas-max-lag").filter(lag -> lag == 0).isEmpty()) {
      findings.add(
          Check.REDIS_UPKEEP,
          Severity.NOTE,
          node.address(),
          "min-replicas-to-write is the number of its replicas: at each change of the lead, clients get NOREPLICAS for some 60 ms",
          "Let clients repeat such writes, or add a replica.");
    }
  }

  private static void warn(String subject, String text, String remedy, Findings findings) {
    findings.add(Check.REDIS_UPKEEP, Severity.WARNING, subject, text, remedy);
  }
}
