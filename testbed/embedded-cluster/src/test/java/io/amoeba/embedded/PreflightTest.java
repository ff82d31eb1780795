package io.amoeba.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.runtime.Runtimes;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreflightTest {
  private static final long PLENTY = 1_000_000;
  private final Runtimes runtimes = Runtimes.locate();

  @Test
  void redisAloneOnAMachineWithEnoughMemoryAndAddressesIsFine() {
    ClusterSettings settings =
        new ClusterSettings(3, 0, false, null, RedisSettings.defaults(), false);

    assertThatCode(() -> new Preflight(settings, runtimes, () -> PLENTY, host -> true).check())
        .doesNotThrowAnyException();
  }

  @Test
  void everyProblemIsReportedAtOnce() {
    FlinkSettings flink =
        FlinkSettings.of(FlinkVersion.V2_3)
            .withExtraJars(List.of(Path.of("/missing/partitioner.jar")));
    ClusterSettings settings = new ClusterSettings(2, 1, false, flink, null, false);
    Preflight preflight =
        new Preflight(settings, runtimes, () -> 100, host -> host.equals("127.0.1.1"));

    assertThatThrownBy(preflight::check)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("/missing/partitioner.jar")
        .hasMessageContaining("3 nodes need about 2432 MB of memory, but only 100 MB are available")
        .hasMessageContaining(
            "sudo ifconfig lo0 alias 127.0.1.2 up && sudo ifconfig lo0 alias 127.0.1.3 up");
  }

  @Test
  void memoryOfSpareNodesCounts() {
    ClusterSettings without =
        new ClusterSettings(3, 0, false, null, RedisSettings.defaults(), true);
    ClusterSettings with = new ClusterSettings(3, 2, false, null, RedisSettings.defaults(), true);

    assertThat(with.expectedMegabytes() - without.expectedMegabytes())
        .isEqualTo(2 * RedisSettings.defaults().expectedMegabytes());
  }

  @Test
  void redisThatIsApartNeedsTwiceTheServersAndAddresses() {
    ClusterSettings settings =
        new ClusterSettings(2, 0, true, null, RedisSettings.defaults(), false);
    Preflight preflight =
        new Preflight(settings, runtimes, () -> PLENTY, host -> !host.equals("127.0.1.4"));

    assertThat(preflight.problems())
        .singleElement()
        .asString()
        .contains("127.0.1.4 cannot be used");
    assertThat(settings.expectedMegabytes())
        .isEqualTo(4 * RedisSettings.defaults().expectedMegabytes());
    assertThatThrownBy(() -> new ClusterSettings(2, 1, true, null, null, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("start no spare nodes");
  }

  @Test
  void redisReplicasNeedServersAndAddressesOfTheirOwn() {
    RedisSettings redis = RedisSettings.defaults().withReplicas(2);
    ClusterSettings settings = new ClusterSettings(3, 0, false, null, redis, false);
    Preflight preflight =
        new Preflight(settings, runtimes, () -> PLENTY, host -> !host.equals("127.0.1.9"));

    assertThat(preflight.problems())
        .singleElement()
        .asString()
        .contains("127.0.1.9 cannot be used");
    assertThat(settings.expectedMegabytes()).isEqualTo(9 * redis.expectedMegabytes());
    assertThatThrownBy(() -> new ClusterSettings(3, 1, false, null, redis, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("start neither spare nodes nor");
    assertThatThrownBy(() -> RedisSettings.defaults().withReplicas(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("use 0 or more");
  }

  @Test
  void availableMemoryIsTheKernelsEstimate() {
    List<String> meminfo =
        List.of("MemTotal:       24683896 kB", "MemFree: 1024 kB", "MemAvailable:   2048000 kB");

    assertThat(Preflight.available(meminfo, 7)).isEqualTo(2_000);
    assertThat(Preflight.available(List.of(), 7)).isEqualTo(7);
  }
}
