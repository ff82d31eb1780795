package io.amoeba.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.Changes;
import io.amoeba.coordinator.changes.leadership.LeadRouting;
import io.amoeba.coordinator.changes.routing.AlignRouting;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.operations.Operation;
import io.amoeba.coordinator.redis.RedisConnections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationDriversTest {

  private static final String SERVERS =
      "flink: {url: 'http://localhost:8081'}\nredis: {endpoints: ['localhost:7000']}\n";

  private static final String NOTHING_STARTED = SERVERS + "plans: {file: plans.json}\n";

  @TempDir private Path folder = Path.of("");

  @Test
  void everyKindOfChangeButRoutingHasAnOperation() {
    String all =
        SERVERS
            + "plans: {file: plans.json, growth: {servers: given}, rescale: {method: in-place}}\n";

    assertThat(kinds(all))
        .containsExactlyElementsOf(
            Changes.ALL.stream()
                .map(Changes::kind)
                .filter(kind -> !kind.equals(AlignRouting.KIND))
                .toList());
  }

  @Test
  void neitherServersNorJobsAreStartedUnlessTheConfigurationSaysSo() {
    assertThat(kinds(NOTHING_STARTED))
        .contains("move_hash_slots", "migrate_primaries")
        .doesNotContain("start_servers", "rescale_job");
  }

  @ParameterizedTest
  @ValueSource(strings = {"start_servers", "rescale_job"})
  void halfDoneChangeHasItsOperationThoughTheConfigurationAsksForNone(String kind)
      throws IOException {
    Files.writeString(
        folder.resolve("plans.json.operation"), "{\"format\": 1, \"kind\": \"" + kind + "\"}");

    assertThat(kinds(NOTHING_STARTED)).contains(kind);
  }

  private List<String> kinds(String text) {
    CoordinatorConfig config = ConfigReader.parse(text, "test", folder);
    Path plans = config.plans().file().orElseThrow();
    try (RedisConnections redis = new RedisConnections(config.redis(), Leadership.ALONE);
        OperationDrivers drivers =
            new OperationDrivers(config, plans, redis, LeadRouting.NONE, Leadership.ALONE)) {
      return Changes.operations(drivers).stream().<String>map(Operation::kind).toList();
    }
  }
}
