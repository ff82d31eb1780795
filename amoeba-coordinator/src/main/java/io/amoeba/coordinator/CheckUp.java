package io.amoeba.coordinator;

import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.doctor.Diagnosis;
import io.amoeba.coordinator.doctor.Doctor;
import io.amoeba.coordinator.doctor.FlinkInspector;
import io.amoeba.coordinator.doctor.RedisInspector;
import io.amoeba.coordinator.doctor.StoreCommand;
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
import java.util.List;

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
    try (FlinkInspector flink =
            config
                .flink()
                .<FlinkInspector>map(found -> new FlinkRestInspector(found, Ticker.SYSTEM))
                .orElse(FlinkInspector.NONE);
        RedisConnections connections = new RedisConnections(config.redis(), Leadership.ALONE)) {
      RedisInspector redis = new RedisClusterInspector(connections, StoreCommand.of(config));
      return doctor.examine(openSecrets(config), flink.inspect(), told, redis.inspect());
    }
  }

  /** What a coordinator says at its start: what is unsafe in its configuration. Nobody is asked. */
  public static List<Finding> warnings(CoordinatorConfig config) {
    return Doctor.judge(config, openSecrets(config)).findings().stream()
        .filter(finding -> finding.severity().compareTo(Severity.NOTE) > 0)
        .toList();
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
