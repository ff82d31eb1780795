package io.amoeba.shift.protocol.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeStateTest {

  private static final long NOW = 1_800_000_000_000L;
  private static final NodeState SHIFTED =
      new NodeState(true, true, true, NOW - 5_000, NOW + 60_000, OptionalInt.of(37));

  @Test
  void theGossipedTextHasAVersionAndEachField() {
    assertThat(SHIFTED.text())
        .isEqualTo("read-shift:1:shifted:working:drained:1799999995000:1800000060000:37:idle");
    assertThat(NodeState.quiet(OptionalInt.empty()).text())
        .isEqualTo("read-shift:1:serving:quiet:clients:0:0:-:idle");
  }

  @Test
  void everyStateIsReadAsItWasGossiped() {
    Random random = new Random(20_261_130);
    for (int i = 0; i < 10_000; i++) {
      boolean shifted = random.nextBoolean();
      boolean active = shifted || random.nextBoolean();
      long since = active ? 1 + random.nextInt(1_000_000) : 0;
      NodeState state =
          new NodeState(
              shifted,
              active && (!shifted || random.nextBoolean()),
              shifted && random.nextBoolean(),
              since,
              active ? since + random.nextInt(1_000_000) : 0,
              random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(random.nextInt(101)),
              random.nextBoolean());

      assertThat(NodeState.parse(state.text(), NOW)).contains(state);
      assertThat(state.text()).hasSizeLessThan(100);
    }
  }

  @Test
  void fieldsOfALaterReleaseAreIgnored() {
    assertThat(NodeState.parse(SHIFTED.text() + ":turn=3:more", NOW)).contains(SHIFTED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "read-hints:1",
        "read-shift:2:shifted:working:drained:1799999995000:1800000060000:37:idle",
        "read-shift:1:shifted:working:drained:1799999995000:1800000060000:idle",
        "read-shift:1:shifted:working:drained:1799999995000:1800000060000:37",
        "read-shift:1:shifted:working:drained:1799999995000:1800000060000:37:busy",
        "read-shift:1:gone:working:drained:1799999995000:1800000060000:37:idle",
        "read-shift:1:shifted:working:drained:1799999995000:1800000060000:101:idle",
        "read-shift:1:shifted:working:drained:1799999995000:1800000060000:037:idle",
        "read-shift:1:shifted:working:drained:-1:1800000060000:37:idle",
        "read-shift:1:shifted:working:drained:1800000060001:1800000060000:37:idle",
        "read-shift:1:shifted:working:drained:0:0:37:idle",
        "read-shift:1:serving:working:drained:1799999995000:1800000060000:37:idle",
        "read-shift:1:serving:quiet:clients:5:9:37:idle",
        "read-shift:1:shifted:working:clients:1799999995000:99999999999999999999:37:idle",
        "read-shift:1:shifted:working:clients:1799999995000:1800000060000:37:idle:line\nbreak",
        "READ-SHIFT:1:shifted:working:clients:1799999995000:1800000060000:37:idle"
      })
  void otherTextsAreRefused(String text) {
    assertThat(NodeState.parse(text, NOW)).isEmpty();
  }

  @Test
  void longTextsAndRandomBytesAreRefused() {
    assertThat(NodeState.parse(SHIFTED.text() + ":" + "x".repeat(200), NOW)).isEmpty();
    Random random = new Random(7);
    int read = 0;
    for (int i = 0; i < 100_000; i++) {
      StringBuilder text = new StringBuilder(SHIFTED.text());
      for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
        text.setCharAt(random.nextInt(text.length()), (char) random.nextInt(128));
      }
      Optional<NodeState> state = NodeState.parse(text.toString(), NOW);
      if (state.isPresent()) {
        read++;
        assertThat(NodeState.parse(state.get().text(), NOW)).isEqualTo(state);
      }
    }
    // Some changes exchange a digit for another one.
    assertThat(read).isBetween(1, 50_000);
  }

  /** Otherwise one value would keep all other nodes from shifting until somebody restarts it. */
  @Test
  void workThatEndsLaterThanCanBeAnnouncedIsRefused() {
    long longest = NodeState.MOST_WORK_MILLIS + NodeState.MOST_WARMING_MILLIS;
    long far = NOW + longest + NodeState.CLOCK_SKEW_MILLIS + 1;
    NodeState state = new NodeState(true, true, false, NOW, far, OptionalInt.empty());

    assertThat(NodeState.parse(state.text(), NOW)).isEmpty();
    assertThat(NodeState.parse(state.text(), NOW + 1)).contains(state);
  }

  @Test
  void workThatHasEndedLongAgoDoesNotCount() {
    long last = SHIFTED.untilMillis() + NodeState.CLOCK_SKEW_MILLIS - 1;

    assertThat(SHIFTED.isShiftedAt(NOW)).isTrue();
    assertThat(SHIFTED.isShiftedAt(last)).isTrue();
    assertThat(SHIFTED.isShiftedAt(last + 1)).isFalse();
    assertThat(NodeState.quiet(OptionalInt.empty()).isShiftedAt(NOW)).isFalse();
  }

  @Test
  void statesThatNoNodeCanHaveAreRefused() {
    assertThatThrownBy(() -> new NodeState(false, true, true, 1, 2, OptionalInt.empty()))
        .hasMessageContaining("drained only while");
    assertThatThrownBy(() -> new NodeState(true, true, false, 3, 2, OptionalInt.empty()))
        .hasMessageContaining("since 3, until 2");
    assertThatThrownBy(() -> NodeState.quiet(OptionalInt.of(101))).hasMessageContaining("use 101");
  }
}
