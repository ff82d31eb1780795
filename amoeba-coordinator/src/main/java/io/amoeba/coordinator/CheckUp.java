package io.amoeba.coordinator;

import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.doctor.Diagnosis;
import io.amoeba.coordinator.doctor.Doctor;
import io.amoeba.coordinator.doctor.FlinkInspector;
import io.amoeba.coordinator.doctor.RedisInspector;
import io.amoeba.coordinator.doctor.StoreCommand;
import io.amoeba.coordinator.doctor.StoreCommand.Purpose;
import io.amoeba.coordinator.flink.FlinkRestInspector;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.monitor.DnsResolver;
import io.amoeba.coordinator.monitor.TaskManagerHosts;
import io.amoeba.coordinator.monitor.Ticker;
import io.amoeba.coordinator.redis.RedisClusterInspector;
import io.amoeba.coordinator.redis.RedisConnections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A look of the doctor at a configuration and both systems, without changes. Stateless. */
public final class CheckUp {

  private CheckUp() {}

  /**
   * Everything that was found; systems that do not answer are findings.
   *
   * @param told which machines task managers are on
   */
  public static Diagnosis of(CoordinatorConfig config, TaskManagerHosts told) {
    Doctor doctor = new Doctor(config, new DnsResolver(Ticker.SYSTEM));
    try (FlinkInspector flink = new FlinkRestInspector(config.flink(), Ticker.SYSTEM);
        RedisConnections connections = new RedisConnections(config.redis(), Leadership.ALONE)) {
      RedisInspector redis = new RedisClusterInspector(connections, changingCommands(config));
      return doctor.examine(openSecrets(config), flink.inspect(), told, redis.inspect());
    }
  }

  /** What a coordinator says at its start: what is unsafe in its configuration. Nobody is asked. */
  public static List<Finding> warnings(CoordinatorConfig config) {
    return Doctor.judge(config, openSecrets(config)).findings().stream()
        .filter(finding -> finding.severity().compareTo(Severity.NOTE) > 0)
        .toList();
  }

  /** Those that this coordinator will need. */
  private static Set<StoreCommand> changingCommands(CoordinatorConfig config) {
    Set<Purpose> purposes = EnumSet.noneOf(Purpose.class);
    if (config.movesHashSlots()) {
      purposes.add(Purpose.MOVES);
      if (config.plans().moveAtomically()) {
        purposes.addAll(List.of(Purpose.PROBES, Purpose.ATOMIC_MOVES));
      }
    }
    if (config.plans().balancesStore()) {
      purposes.add(Purpose.LOAD);
    }
    config
        .plans()
        .rules()
        .migrations()
        .ifPresent(rules -> purposes.addAll(List.of(Purpose.MIGRATIONS, Purpose.MEMBERS)));
    config.plans().rules().growth().start().ifPresent(start -> purposes.add(Purpose.MEMBERS));
    config.lease().ifPresent(lease -> purposes.add(Purpose.TAKE_OVER));
    return Arrays.stream(StoreCommand.values())
        .filter(command -> purposes.contains(command.purpose()))
        .collect(Collectors.toSet());
  }

  /** Files of the configuration that hold secrets, and that everybody may read. */
  private static List<Path> openSecrets(CoordinatorConfig config) {
    return config.secretFiles().stream().filter(CheckUp::isOpen).sorted().toList();
  }

  private static boolean isOpen(Path file) {
    try {
      return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
    } catch (IOException | UnsupportedOperationException e) {
      return false; // no such rights on this file system
    }
  }
}
