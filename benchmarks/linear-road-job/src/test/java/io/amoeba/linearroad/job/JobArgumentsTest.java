package io.amoeba.linearroad.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.linearroad.job.exchange.HandOver;
import java.time.Duration;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.junit.jupiter.api.Test;

class JobArgumentsTest {
  @Test
  void onlyServersAreRequired() {
    JobOptions options =
        JobArguments.parse("--bootstrap", "k:9092", "--redis", "redis://a:1,redis://b:2");

    assertThat(options.kafka().guarantee()).isEqualTo(DeliveryGuarantee.EXACTLY_ONCE);
    assertThat(options.handOver()).isEqualTo(HandOver.ORDERED);
    assertThat(options.redisBatch()).isEqualTo(64);
    assertThat(options.linger()).isEqualTo(Duration.ofMillis(2));
    assertThat(options.keyed()).isFalse();
    assertThat(options.orderProbe()).isNull();
  }

  @Test
  void everyMistakeIsReportedAtOnce() {
    assertThatThrownBy(
            () ->
                JobArguments.parse(
                    "--redis",
                    "http://x",
                    "--redisBatch",
                    "0",
                    "--handOver",
                    "never",
                    "--keyed",
                    "yes",
                    "--parallelism",
                    "two",
                    "--speed",
                    "9",
                    "--answers",
                    "a",
                    "--answers",
                    "b",
                    "--guarantee"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--bootstrap is missing")
        .hasMessageContaining("no Redis URI")
        .hasMessageContaining("--redisBatch is '0': use an integer from 1 to 4096")
        .hasMessageContaining("--handOver is 'never': use one of [ordered, immediate, hash]")
        .hasMessageContaining("--keyed is 'yes': use one of [true, false]")
        .hasMessageContaining("--parallelism is 'two'")
        .hasMessageContaining("'--speed' is no option")
        .hasMessageContaining("--answers is given twice")
        .hasMessageContaining("--guarantee has no value");
  }

  @Test
  void theHelpNamesEveryOption() {
    assertThat(JobArguments.NAMES)
        .allSatisfy(name -> assertThat(JobArguments.help()).contains("--" + name + "  "));
  }
}
