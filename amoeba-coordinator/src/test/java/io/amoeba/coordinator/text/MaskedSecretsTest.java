package io.amoeba.coordinator.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MaskedSecretsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET http://admin:hidden@flink:8081/jobs: refused",
        "http://hidden@flink:8081",
        "redis://:hidden@10.0.0.1:7000",
        "rediss://user:hid:den@[::1]:7000",
        "redis://user:hidden@with-at@host",
        "connect to 'user:hidden@10.0.0.1:7000'",
        "[user:hidden@10.0.0.1:7000,10.0.0.2:7000]",
        "user:hidden@[2001:db8::1]:7000",
        "s3://key:hidden@bucket/savepoints",
        "jdbc:postgresql://db/x?user=a&password=hidden&ssl=true",
        "--redis.password=hidden --x",
        "truststorePassword=hidden",
        "apiKey=hidden, api_key=hidden",
        "Authorization: Bearer hidden-hidden-token",
        "authorization: basic aGlkZGVuOmhpZGRlbg=="
      })
  void noSecretIsLeft(String text) {
    assertThat(MaskedSecrets.in(text))
        .doesNotContain("hidden", "hid:den", "aGlkZGVu")
        .contains("***");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Toll@0f3c9ab2: epoch 3",
        "Source: Cars@0f3c9ab2",
        "http://flink:8081/jobs",
        "10.0.0.1:7000 answers CLUSTER NODES with: NOPERM",
        "tokens: 3 of 16",
        "password is missing",
        "redis.passwordFile: redis.password",
        "alice@example.com approved it",
        "basic authentication is asked for"
      })
  void whatIsNoSecretStays(String text) {
    assertThat(MaskedSecrets.in(text)).isEqualTo(text);
  }

  @Test
  void theRestOfAnAddressIsLeft() {
    assertThat(MaskedSecrets.in("http://admin:x@flink:8081/jobs refused"))
        .isEqualTo("http://***@flink:8081/jobs refused");
  }
}
