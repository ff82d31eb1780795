package io.amoeba.containers.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LimitsTest {
  @Test
  void limitsBecomeKeysOfAComposeFile() throws JsonProcessingException {
    String yaml =
        Stack.limitsYaml(
            Map.of(
                "slow",
                new Limits(0.25, 512, new Limits.Reads("/dev/sda", 250)),
                "fast",
                new Limits(null, null, null)));

    JsonNode services = new YAMLMapper().readTree(yaml).path("services");
    assertThat(services.path("slow").path("cpu_period").asInt()).isEqualTo(12_000);
    assertThat(services.path("slow").path("cpu_quota").asInt()).isEqualTo(3_000);
    assertThat(services.path("slow").path("mem_limit").asText()).isEqualTo("512m");
    JsonNode reads = services.path("slow").path("blkio_config").path("device_read_iops").path(0);
    assertThat(reads.path("path").asText()).isEqualTo("/dev/sda");
    assertThat(reads.path("rate").asInt()).isEqualTo(250);
    JsonNode bytes = services.path("slow").path("blkio_config").path("device_read_bps").path(0);
    assertThat(bytes.path("path").asText()).isEqualTo("/dev/sda");
    assertThat(bytes.path("rate").asInt()).isEqualTo(250 * 131_072);
    assertThat(services.path("fast")).isEmpty();
  }

  @Test
  void whoHasLittleOfAProcessorHasItForLongerAtOnce() {
    assertThat(Limits.cpuPeriodMicros(2)).isEqualTo(10_000);
    assertThat(Limits.cpuQuotaMicros(2)).isEqualTo(20_000);
    assertThat(Limits.cpuPeriodMicros(0.1)).isEqualTo(30_000);
    assertThat(Limits.cpuQuotaMicros(0.1)).isEqualTo(3_000);
  }

  @Test
  void everyWrongLimitIsNamed() {
    assertThatThrownBy(() -> new Limits(0.0, 1, new Limits.Reads("/dev/sda", 0)))
        .hasMessageContainingAll("cpus is 0.0", "memoryMegabytes is 1", "reads.perSecond is 0");
  }

  @Test
  void projectsHaveNamesThatEnginesTake() {
    assertThatThrownBy(
            () -> new StackSettings(Path.of("x"), "Mine!", List.of(), Map.of(), Map.of()))
        .hasMessageContaining("project is 'Mine!'");
  }
}
