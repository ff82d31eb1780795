package io.amoeba.linearroad.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.leadership.LeadWay;
import io.amoeba.coordinator.changes.leadership.UpkeepSettings;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import io.amoeba.linearroad.kafka.Topics;
import io.amoeba.linearroad.observe.CoordinatorAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoordinatorConfigurationTest {
  @TempDir private Path folder = Path.of("");

  private CoordinatorConfig configuration(boolean keyed) {
    return configuration(keyed, FleetOptions.Layout.TOGETHER, 0);
  }

  private CoordinatorConfig configuration(boolean keyed, FleetOptions.Layout layout, int replicas) {
    FleetOptions options =
        new FleetOptions(
            3,
            1,
            layout,
            replicas,
            0,
            new FleetOptions.JobSettings(
                false, keyed, 64, null, Duration.ofMillis(5), Duration.ofSeconds(1), true, true),
            0,
            false,
            folder);
    Endpoints endpoints =
        new Endpoints(
            URI.create("http://127.0.0.1:8081"),
            "127.0.0.1:9092",
            List.of("redis://127.0.1.1:6379"),
            CoordinatorAddress.of(URI.create("http://127.0.0.1:7070")),
            folder,
            "logs");
    String text =
        CoordinatorConfiguration.text(
            new JobDeployment(
                options, endpoints, new Topics("127.0.0.1:9092", "", 3), Distribution.locate()));
    return ConfigReader.parse(text, "test", folder);
  }

  @Test
  void storeFollowsTheKeyedStreamAndPlansAreKept() {
    CoordinatorConfig keyed = configuration(true);

    assertThat(keyed.flink().orElseThrow().storeFollows()).contains("CrossingHold");
    assertThat(keyed.plans().file()).contains(folder.resolve("plans.json"));
  }

  @Test
  void routingAloneChangesWhereNothingIsKeyed() {
    CoordinatorConfig plain = configuration(false);

    assertThat(plain.flink().orElseThrow().storeFollows()).isEmpty();
    assertThat(plain.plans().file()).isEmpty();
  }

  @Test
  void routingFollowsTheLeadWhilePrimariesSave() {
    CoordinatorConfig followed = configuration(false, FleetOptions.Layout.REPLICAS_ON_NODES, 1);

    assertThat(followed.plans().file()).contains(folder.resolve("plans.json"));
    UpkeepSettings upkeep = followed.plans().rules().upkeep();
    assertThat(upkeep.kinds()).containsExactly(UpkeepKind.SAVE);
    assertThat(upkeep.ways()).containsExactly(LeadWay.FOLLOW);
  }
}
