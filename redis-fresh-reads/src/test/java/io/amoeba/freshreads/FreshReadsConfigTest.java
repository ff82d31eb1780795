package io.amoeba.freshreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.amoeba.freshreads.FreshReadsConfig.Balance;
import io.amoeba.freshreads.FreshReadsConfig.Evidence;
import io.amoeba.freshreads.FreshReadsConfig.WithoutFreshReplica;
import io.lettuce.core.RedisURI;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FreshReadsConfigTest {

  private static FreshReadsConfig.Builder usable() {
    return FreshReadsConfig.builder().maxStaleness(Duration.ofMillis(200));
  }

  @Test
  void everyUnusableNodeIsNamed() {
    RedisURI server = RedisURI.create("redis://10.0.0.1:6379");
    RedisURI sentinel = RedisURI.create("redis-sentinel://10.0.0.9:26379#main");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> FreshReadsConfigCheck.nodes(List.of(server, sentinel, server)))
        .withMessageContaining("names Sentinels: name the servers themselves")
        .withMessageContaining("is named twice");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FreshReadsConfigCheck.nodes(List.of()))
        .withMessageContaining("it is empty: name the primary and its replicas");
  }

  @Test
  void theMaximumStalenessMustBeSet() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FreshReadsConfig.builder().build())
        .withMessageContaining("maxStaleness is not set: use 10 ms to 10 minutes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"PT0.003S", "PT0.009999999S", "PT-1S", "PT10M0.001S", "PT-2562047788015215H"})
  void aMaximumStalenessOutOfRangeIsRefused(Duration value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FreshReadsConfig.of(value))
        .withMessageContaining("maxStaleness is ")
        .withMessageContaining("10 ms")
        .withMessageContaining("0 for the primary");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT0.01S", "PT1S", "PT10M"})
  void aMaximumStalenessInRangeIsTaken(Duration value) {
    assertThat(FreshReadsConfig.of(value).maxStaleness()).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({"PT0.01S,PT0.0025S", "PT0.2S,PT0.05S", "PT1S,PT0.25S", "PT10M,PT0.25S"})
  void heartbeatsAreAQuarterOfTheStalenessApartAndAtMost250Milliseconds(
      Duration maxStaleness, Duration heartbeatEvery) {
    assertThat(FreshReadsConfig.of(maxStaleness).heartbeatEvery()).isEqualTo(heartbeatEvery);
  }

  @Test
  void heartbeatsRarerThanTwicePerStalenessAreRefusedWithBothValues() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> usable().heartbeatEvery(Duration.ofMillis(101)).build())
        .withMessageContaining(
            "heartbeatEvery is 101 ms: with a maxStaleness of 200 ms use 1 ms to 100 ms");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a{b}", "with space", "line\nbreak", "käse"})
  void aHeartbeatKeyThatAnAccessRuleCannotNameIsRefused(String key) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> usable().heartbeatKey(key).build())
        .withMessageContaining("heartbeatKey is '")
        .withMessageNotContaining("\n");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, 0.51, Double.NaN, Double.POSITIVE_INFINITY})
  void aHeartbeatShareOutOfRangeIsRefused(double share) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> usable().heartbeatShare(share).build())
        .withMessageContaining("heartbeatShare is " + share + ": use 0.001 to 0.5");
  }

  @Test
  void allMistakesAreReportedAtOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                usable()
                    .heartbeatEvery(Duration.ZERO)
                    .hedgeAfter(Duration.ofSeconds(1))
                    .heartbeatShare(2)
                    .heartbeatKey("{}")
                    .primaryPatience(-1)
                    .build())
        .withMessageContaining("heartbeatEvery is 0 ms")
        .withMessageContaining("hedgeAfter is 1000 ms")
        .withMessageContaining("heartbeatShare is 2.0")
        .withMessageContaining("heartbeatKey is '{}'")
        .withMessageContaining("primaryPatience is -1.0");
  }

  private static FreshReadsConfig.Builder allSet() {
    return usable()
        .heartbeatEvery(Duration.ofMillis(50))
        .heartbeatShare(0.1)
        .heartbeatKey("own:")
        .hedgeAfter(Duration.ofMillis(20))
        .absentFromReplica(true)
        .withoutFreshReplica(WithoutFreshReplica.FAIL)
        .balance(Balance.REPLICAS_FIRST)
        .primaryPatience(0.5)
        .evidence(Evidence.OFFSETS);
  }

  /** Users of equal configurations share connections. */
  @Test
  void configurationsAreEqualByAllTheirSettings() {
    assertThat(allSet().build()).isEqualTo(allSet().build()).hasSameHashCodeAs(allSet().build());
    assertThat(
            List.of(
                allSet().maxStaleness(Duration.ofSeconds(1)),
                allSet().heartbeatEvery(Duration.ofMillis(51)),
                allSet().heartbeatShare(0.2),
                allSet().heartbeatKey("other:"),
                allSet().hedgeAfter(Duration.ofMillis(21)),
                allSet().absentFromReplica(false),
                allSet().withoutFreshReplica(WithoutFreshReplica.PRIMARY),
                allSet().balance(Balance.BY_LOAD),
                allSet().primaryPatience(0.4),
                allSet().evidence(Evidence.HEARTBEATS)))
        .extracting(FreshReadsConfig.Builder::build)
        .doesNotContain(allSet().build());
  }

  @Test
  void aConfigurationTravelsWithAJob() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(allSet().build());
    }

    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(in.readObject()).isEqualTo(allSet().build());
    }
  }

  @Test
  void aPrimaryOnlyConfigurationNeedsNoIntervals() {
    FreshReadsConfig config =
        FreshReadsConfig.builder()
            .maxStaleness(Duration.ZERO)
            .heartbeatEvery(Duration.ofMillis(100))
            .build();

    assertThat(config.maxStaleness()).isZero();
  }
}
