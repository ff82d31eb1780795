package io.amoeba.embedded.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlinkConfigFileTest {
  @TempDir Path folder;

  @Test
  void ownConfigurationReplacesDefaultsAndIsQuoted() throws IOException {
    FlinkSettings settings =
        FlinkSettings.of(FlinkVersion.V2_3)
            .withTaskSlots(2)
            .withConfig(Map.of("heartbeat.timeout", "9000", "user.text", "it's: fine"));

    FlinkConfigFile.write(folder, settings, 1111, 2222);

    List<String> lines = Files.readAllLines(folder.resolve("config.yaml"));
    assertThat(lines)
        .contains(
            "jobmanager.rpc.port: '1111'",
            "rest.port: '2222'",
            "taskmanager.numberOfTaskSlots: '2'",
            "heartbeat.timeout: '9000'",
            "user.text: 'it''s: fine'")
        .doesNotContain("heartbeat.timeout: '20000'");
  }

  @Test
  void memoryPartsAddUpToTheExpectedTotal() {
    assertThat(FlinkMemory.defaults().taskManagerMegabytes()).isEqualTo(640);
    assertThat(FlinkMemory.defaults().taskManagerConfig()).hasSize(11);
  }
}
