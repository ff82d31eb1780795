package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.CheckUp;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.doctor.Check;
import io.amoeba.coordinator.monitor.TaskManagerHosts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** What the doctor says of real servers that move hash slots atomically and measure their load. */
class DoctorOfNewerStoresIT {

  private static final String VALKEY = "amoeba.test.valkey-9";
  private static final String REDIS = "amoeba.test.redis-8.4";
  private static final String PASSWORD = "s3cret-of-the-test";

  /** As the documentation advises them, without what atomic migrations and statistics need. */
  private static final String RIGHTS =
      "~* resetchannels -@all +cluster|nodes +cluster|info +info +config|get +client|setname"
          + " +client|setinfo +cluster|setslot +cluster|saveconfig +cluster|getkeysinslot"
          + " +cluster|countkeysinslot +migrate +restore-asking +select";

  @TempDir Path folder = Path.of("");

  @Test
  @EnabledIfSystemProperty(named = VALKEY, matches = ".+")
  void valkey() throws IOException {
    examine(
        VALKEY,
        "yes",
        "CLUSTER MIGRATESLOTS",
        List.of("+cluster|migrateslots", "+cluster|getslotmigrations"));
  }

  @Test
  @EnabledIfSystemProperty(named = REDIS, matches = ".+")
  void redis() throws IOException {
    examine(REDIS, "cpu", "CLUSTER MIGRATION", List.of("+cluster|migration"));
  }

  private void examine(String property, String statistics, String way, List<String> rights)
      throws IOException {
    Optional<Path> program = Optional.of(Path.of(System.getProperty(property)));
    try (RealStore store = RealStore.start(program, Map.of("cluster-slot-stats-enabled", "no"))) {
      store.acl("on >" + PASSWORD + " " + RIGHTS);

      assertThat(only(store, Check.REDIS_MOVE_WAY).text())
          .endsWith("by CLUSTER SETSLOT and MIGRATE");
      assertThat(only(store, Check.REDIS_LOAD).severity()).isEqualTo(Severity.NOTE);
      assertThat(changes(store)).contains("+command|info").containsAll(rights);

      store.acl("+command|info");
      for (int node = 1; node <= RealStore.NODES; node++) {
        store.on(node, redis -> redis.configSet("cluster-slot-stats-enabled", statistics));
      }
      assertThat(only(store, Check.REDIS_MOVE_WAY).text()).endsWith(way + ", atomically");
      assertThat(only(store, Check.REDIS_LOAD).severity()).isEqualTo(Severity.OK);
      assertThat(changes(store)).contains("+cluster|slot-stats").containsAll(rights);

      store.acl("+cluster|slot-stats " + String.join(" ", rights));
      assertThat(only(store, Check.REDIS_PERMISSIONS).severity()).isEqualTo(Severity.OK);
      store.assertOwned(0, 100, 1); // where they were, and none is open
    }
  }

  /** The rights that are to be given. */
  private List<String> changes(RealStore store) throws IOException {
    return of(store, Check.REDIS_PERMISSIONS).stream()
        .map(finding -> finding.remedy().replaceAll(".* (\\S+), on every node.*", "$1"))
        .toList();
  }

  private Finding only(RealStore store, Check check) throws IOException {
    List<Finding> findings = of(store, check);
    assertThat(findings).hasSize(1);
    return findings.get(0);
  }

  private List<Finding> of(RealStore store, Check check) throws IOException {
    Path password = Files.writeString(folder.resolve("password"), PASSWORD);
    String config =
        """
        flink: {url: 'http://127.0.0.1:1'}
        redis: {endpoints: ['%s'], username: mover, passwordFile: '%s'}
        plans: {file: plans.json, growth: {servers: members}}
        """
            .formatted(store.server(RealStore.NODES).address(), password);
    return CheckUp.of(ConfigReader.parse(config, "test", folder), TaskManagerHosts.UNTOLD)
        .findings()
        .stream()
        .filter(finding -> finding.code().equals(check.name()))
        .toList();
  }
}
