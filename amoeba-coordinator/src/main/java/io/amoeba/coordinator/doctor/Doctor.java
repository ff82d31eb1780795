package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.changes.Need;
import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.config.FlinkSettings;
import io.amoeba.coordinator.monitor.HostResolver;
import io.amoeba.coordinator.monitor.TaskManagerHosts;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Judges a configuration and what was seen of both systems. A check that nothing was seen for has
 * no finding. Confined to one thread if the node table's resolver is.
 */
public final class Doctor {

  private final CoordinatorConfig config;
  private final HostResolver resolver;

  /** A doctor for a configuration, where hosts have the addresses that the resolver tells. */
  public Doctor(CoordinatorConfig config, HostResolver resolver) {
    this.config = config;
    this.resolver = resolver;
  }

  /**
   * Findings about a configuration alone.
   *
   * @param openSecrets files with secrets that every user of this machine may read
   */
  public static Diagnosis judge(CoordinatorConfig config, Collection<Path> openSecrets) {
    Findings findings = new Findings();
    ConfigurationChecks.check(config, openSecrets, findings);
    return findings.diagnosis();
  }

  private void flink(FlinkSettings settings, FlinkInspection flink, Findings findings) {
    if (flink instanceof FlinkInspection.Unreachable lost) {
      FlinkChecks.unreachable(settings, lost.reason(), findings);
    } else if (flink instanceof FlinkInspection.Answering answer) {
      FlinkChecks.check(settings, answer, findings);
      FlinkSettingChecks.check(
          config.interval(), config.plans().rules().rescales(), answer, findings);
    }
  }

  /** Whether hash slots or primaries go to servers that have none. */
  private boolean changesMembers() {
    return config.needs(Need.HASH_SLOT_MOVES) || config.needs(Need.PRIMARY_REPLACEMENTS);
  }

  /**
   * All findings.
   *
   * @param openSecrets files with secrets that every user of this machine may read
   * @param told which machines task managers are on
   */
  public Diagnosis examine(
      Collection<Path> openSecrets,
      FlinkInspection flink,
      TaskManagerHosts told,
      RedisInspection redis) {
    Findings findings = new Findings();
    ConfigurationChecks.check(config, openSecrets, findings);
    config.flink().ifPresent(settings -> flink(settings, flink, findings));
    RedisAccessChecks.check(config, redis, findings);
    List<RedisNode.Answering> answering = redis.answering();
    MoveChecks.check(config, answering, findings);
    MigrationChecks.check(config.needs(Need.PRIMARY_REPLACEMENTS), answering, findings);
    UnseenChecks.check(config.redis().tls().isPresent(), answering, findings);
    Optional<MajorityView> view = MajorityView.of(answering);
    if (view.isPresent()) {
      RedisClusterChecks.check(answering, view.get(), findings);
      AddressChecks.check(redis, answering, view.get(), findings);
      RedisSettingChecks.check(config.redis().tls().isPresent(), answering, view.get(), findings);
      MemberChecks.check(changesMembers(), redis.traits(), answering, findings);
      if (config.needs(Need.HASH_SLOT_MOVES)) {
        MemberChecks.encryption(
            config.redis().tls().isPresent(),
            config.plans().moveAtomically(),
            redis.traits(),
            findings);
      }
      UpkeepChecks.check(config.plans().rules().upkeep(), answering, view.get(), findings);
      NodeChecks.fixedPrimaries(config.plans(), view.get(), findings);
      HostNameChecks.check(resolver, redis.names(), view.get(), findings);
      if (flink instanceof FlinkInspection.Answering answer) {
        NodeChecks.check(config.nodes(), resolver, answer, told, view.get(), findings);
      }
    } else {
      answering.forEach(node -> RedisClusterChecks.state(node, findings));
    }
    return findings.diagnosis();
  }
}
