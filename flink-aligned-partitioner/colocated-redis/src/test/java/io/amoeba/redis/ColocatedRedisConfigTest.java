package io.amoeba.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColocatedRedisConfigTest {
  @Test
  void allMistakesAreReportedAtOnceWithoutPasswords() {
    ColocatedRedisConfig.Builder builder =
        ColocatedRedisConfig.builder()
            .uris(List.of("http://user:secret@a:1", "redis://good:6379"))
            .localHosts(List.of(" "))
            .commandTimeout(Duration.ZERO)
            .topologyRefresh(Duration.ofHours(1));

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no Redis URI")
        .hasMessageContaining("blank entry")
        .hasMessageContaining("commandTimeout is 0 ms")
        .hasMessageContaining("topologyRefresh is 3600000 ms")
        .hasMessageNotContaining("secret");
  }

  @Test
  void withoutUrisThereIsNoConfiguration() {
    assertThatThrownBy(() -> ColocatedRedisConfig.builder().build())
        .hasMessageContaining("uris is empty");
  }

  @Test
  void configurationsAreEqualByTheirSettings() {
    assertThat(ColocatedRedisConfig.of("redis://a:1"))
        .isEqualTo(ColocatedRedisConfig.of("redis://a:1"))
        .hasSameHashCodeAs(ColocatedRedisConfig.of("redis://a:1"))
        .isNotEqualTo(ColocatedRedisConfig.of("redis://a:2"));
  }

  @Test
  void credentialsAreNotShown() {
    assertThat(ColocatedRedisConfig.of("rediss://user:secret@a:1").toString())
        .isEqualTo("Redis Cluster at [a:1]");
  }
}
