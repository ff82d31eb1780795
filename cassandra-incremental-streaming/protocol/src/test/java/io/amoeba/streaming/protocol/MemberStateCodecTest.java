package io.amoeba.streaming.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MemberStateCodecTest {

  private static final long SEED = 20_261_121;

  @Test
  void writtenRecordsAreReadAgain() {
    MemberState state =
        state(
            Map.of(
                new UUID(1, 9), new Acknowledgement(new UUID(1, 2), 7, 3, 2_000, 10_000, false),
                new UUID(3, 9), new Acknowledgement(new UUID(3, 4), 0, 0, 2_000, 5_000, true)));

    assertThat(MemberStateCodec.decode(MemberStateCodec.encode(state))).isEqualTo(state);
    assertThat(MemberStateCodec.decode(MemberStateCodec.encode(state(Map.of()))))
        .isEqualTo(state(Map.of()));
  }

  @Test
  void damagedTextIsRefusedByName() {
    Random random = new Random(SEED);
    Acknowledgement said = new Acknowledgement(new UUID(1, 2), 7, 8, 2_000, 10_000, false);
    String text = MemberStateCodec.encode(state(Map.of(new UUID(1, 9), said)));
    for (int i = 0; i < 20_000; i++) {
      Hostility.isRefusedOrRead(
          Hostility.damaged(text, random), MemberStateCodec::decode, MemberStateCodec::encode);
    }
  }

  @Test
  void namesThatLookLikeSeparatorsAreRefused() {
    assertThatThrownBy(() -> new MemberState("1;2", 1, "5.0", new TreeMap<>(), Truncations.NONE))
        .hasMessageContaining("agent version");
  }

  @Test
  void anAcknowledgementSaysWhetherTheTokensAreStillHeld() {
    assertThat(new Acknowledgement(new UUID(1, 2), 7, 7, 1, 1, false).holds()).isTrue();
    assertThat(new Acknowledgement(new UUID(1, 2), 7, 8, 1, 1, false).holds()).isFalse();
    assertThatThrownBy(() -> new Acknowledgement(new UUID(1, 2), 7, 9, 1, 1, false))
        .hasMessageContaining("heldSince <= epoch + 1");
  }

  private static MemberState state(Map<UUID, Acknowledgement> acknowledgements) {
    return new MemberState(
        "0.1.0",
        1,
        "5.0",
        new TreeMap<>(acknowledgements),
        Truncations.NONE.with(new UUID(5, 6), 1_790_000_000_000L).with(new UUID(7, 8), 0));
  }
}
