package io.amoeba.partitioner.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PlacementSecretTest {

  private static final String TEXT = "0123456789abcdef0123456789abcdef";
  private static final byte[] DOCUMENT = "{\"epoch\": 5}".getBytes(StandardCharsets.UTF_8);

  private final PlacementSecret secret = PlacementSecret.of(TEXT);

  @Test
  void aSignatureIsForOneChallengeOneSecretAndEveryByte() {
    String challenge = PlacementSecret.challenge();
    String signature = secret.sign(challenge, DOCUMENT);

    assertThat(secret.isSignature(signature, challenge, DOCUMENT)).isTrue();
    assertThat(PlacementSecret.of(" " + TEXT + "\n").isSignature(signature, challenge, DOCUMENT))
        .as("the same secret with the line's end of its file")
        .isTrue();
    for (int i = 0; i < DOCUMENT.length; i++) {
      byte[] changed = DOCUMENT.clone();
      changed[i] ^= 1;
      assertThat(secret.isSignature(signature, challenge, changed)).as("byte %d", i).isFalse();
    }
    assertThat(secret.isSignature(signature, PlacementSecret.challenge(), DOCUMENT)).isFalse();
    assertThat(secret.isSignature("", challenge, DOCUMENT)).isFalse();
    assertThat(secret.isSignature(signature + "\u00e9", challenge, DOCUMENT)).isFalse();
    assertThat(PlacementSecret.of(TEXT + "0").isSignature(signature, challenge, DOCUMENT))
        .isFalse();
  }

  /**
   * From another implementation: printf %s "$challenge$document" | openssl dgst -hmac "$secret".
   */
  @Test
  void aSignatureIsTheOneOfTheProtocol() {
    assertThat(secret.sign("A".repeat(43), DOCUMENT))
        .isEqualTo("_VEgLGiUoStAe7vRrYaynvUiPzfCZ6zIIo0GVQGajAc");
  }

  @Test
  void challengesDifferAndHaveTheirForm() {
    String challenge = PlacementSecret.challenge();

    assertThat(PlacementSecret.isChallenge(challenge)).isTrue();
    assertThat(PlacementSecret.challenge()).isNotEqualTo(challenge);
    for (String wrong :
        new String[] {"", challenge + "A", challenge.substring(1), "=".repeat(43)}) {
      assertThat(PlacementSecret.isChallenge(wrong)).as(wrong).isFalse();
    }
  }

  @Test
  void aSecretIsNeitherShortNorShown() {
    assertThatThrownBy(() -> PlacementSecret.of(TEXT.substring(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("31 characters, and the minimum is 32: openssl rand -hex 32")
        .hasMessageNotContaining(TEXT.substring(1));
    assertThat(secret.toString()).doesNotContain(TEXT);
  }
}
