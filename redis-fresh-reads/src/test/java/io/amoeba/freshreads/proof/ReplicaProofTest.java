package io.amoeba.freshreads.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplicaProofTest {
  private static final long NOW = 5_000_000;

  private final Heartbeat heartbeat = new Heartbeat("0123456789abcdef");
  private final ReplicaProof proof = new ReplicaProof(heartbeat, new OffsetMarks());

  private static ByteBuffer text(String value) {
    return ByteBuffer.wrap(value.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aNewConnectionProvesNothing() {
    assertThat(proof.provenNanos()).isEqualTo(ReplicaProof.NONE);
  }

  @ParameterizedTest
  @ValueSource(longs = {NOW, NOW - 1, 0, -7, Long.MIN_VALUE + NOW})
  void aHeartbeatProvesTheMomentBeforeItWasSent(long sent) {
    assertThat(proof.show(text(heartbeat.value(sent)), NOW)).isTrue();

    assertThat(proof.provenNanos()).isEqualTo(sent);
  }

  @Test
  void anOlderHeartbeatReplayedByTheServerTakesTheNewerProofAway() {
    proof.show(text(heartbeat.value(2_000_000)), NOW);

    assertThat(proof.show(text(heartbeat.value(1_000_000)), NOW)).isTrue();

    assertThat(proof.provenNanos()).isEqualTo(1_000_000);
  }

  @Test
  void theHeartbeatOfAnotherProcessProvesNothingAndEndsTheProof() {
    proof.show(text(heartbeat.value(2_000_000)), NOW);

    String foreign = new Heartbeat("fedcba9876543210").value(3_000_000);

    assertThat(proof.show(text(foreign), NOW)).isFalse();
    assertThat(proof.provenNanos()).isEqualTo(ReplicaProof.NONE);
  }

  @Test
  void aHeartbeatFromTheFutureProvesNothing() {
    assertThat(proof.show(text(heartbeat.value(NOW + 1)), NOW)).isFalse();
    assertThat(proof.provenNanos()).isEqualTo(ReplicaProof.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0123456789abcdef",
        "0123456789abcdef:",
        "0123456789abcdef:-",
        "0123456789abcdef:+5",
        "0123456789abcdef:5x",
        "0123456789abcdef: 5",
        "0123456789abcdef:٣",
        "0123456789abcdef:99999999999999999999",
        "0123456789abcdef:123456789012345678901234567890",
        "0123456789abcdeF:5",
        "5"
      })
  void garbageProvesNothingAndEndsTheProof(String garbage) {
    proof.show(text(heartbeat.value(2_000_000)), NOW);

    assertThat(proof.show(text(garbage), NOW)).isFalse();
    assertThat(proof.provenNanos()).isEqualTo(ReplicaProof.NONE);
  }

  @Test
  void theTextMayBePartOfALargerBuffer() {
    ByteBuffer larger = text("xx" + heartbeat.value(7) + "yy");
    larger.position(2).limit(larger.limit() - 2);

    assertThat(proof.show(larger, NOW)).isTrue();
    assertThat(proof.provenNanos()).isEqualTo(7);
    assertThat(larger.position()).isEqualTo(2);
  }

  @Test
  void anErrorOrAMissingHeartbeatEndsTheProof() {
    proof.show(text(heartbeat.value(2_000_000)), NOW);

    proof.forget();

    assertThat(proof.provenNanos()).isEqualTo(ReplicaProof.NONE);
  }
}
