package io.amoeba.linearroad.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.freshreads.FreshReadsConfig;
import io.amoeba.freshreads.FreshReadsConfig.Balance;
import io.amoeba.linearroad.job.exchange.HandOver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
    assertThat(options.freshReads()).isNull();
  }

  @Test
  void replicasMayAnswerWhatToleratesAStaleness() {
    List<String> arguments = new ArrayList<>(List.of("--bootstrap", "k:1", "--redis", "redis://a"));
    arguments.addAll(List.of("--freshReadsMillis", "500"));

    assertThat(JobArguments.parse(arguments.toArray(String[]::new)).freshReads())
        .isEqualTo(FreshReadsConfig.of(Duration.ofMillis(500)));
    arguments.addAll(List.of("--replicasFirst", "true"));
    assertThat(JobArguments.parse(arguments.toArray(String[]::new)).freshReads())
        .isEqualTo(
            FreshReadsConfig.builder()
                .maxStaleness(Duration.ofMillis(500))
                .balance(Balance.REPLICAS_FIRST)
                .build());
  }

  @Test
  void replicasAreNotFirstWithoutABound() {
    assertThatThrownBy(
            () ->
                JobArguments.parse(
                    "--bootstrap", "k:1", "--redis", "redis://a", "--replicasFirst", "true"))
        .hasMessage("--replicasFirst needs --freshReadsMillis: give it, or omit both");
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
                    "--freshReadsMillis",
                    "5",
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
        .hasMessageContaining("--freshReadsMillis is '5': use an integer from 10 to 600000")
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
