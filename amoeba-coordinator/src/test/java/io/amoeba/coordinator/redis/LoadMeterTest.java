package io.amoeba.coordinator.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.partitioner.placement.HashSlot;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoadMeterTest {

  private final LoadMeter meter = new LoadMeter();

  private void read(long ofSeven, long ofNine) {
    long[] counters = new long[HashSlot.COUNT];
    counters[7] = ofSeven;
    counters[9] = ofNine;
    meter.read(counters);
  }

  private long load(int hashSlot) {
    return meter.load().orElseThrow().micros()[hashSlot];
  }

  @Test
  void oneReadingTellsNothing() {
    read(5_000, 0);

    assertThat(meter.load()).isEmpty();
  }

  @Test
  void workIsWhatCameSinceTheLastReadingAndHalfOfWhatWasBefore() {
    read(5_000, 100);
    read(6_000, 100);

    assertThat(load(7)).isEqualTo(1_000);
    assertThat(load(9)).isZero();

    read(6_400, 300);

    assertThat(load(7)).isEqualTo(900);
    assertThat(load(9)).isEqualTo(200);
  }

  @Test
  void aHashSlotThatHasMovedCountsFromItsNewPrimarysBegin() {
    read(5_000, 0);
    read(300, 0);

    assertThat(load(7)).isEqualTo(300);
  }

  @Test
  void whatNobodyTellsOfIsNoWork() {
    read(5_000, 0);
    read(-1, 0);

    assertThat(load(7)).isZero();

    read(5_100, 0);

    assertThat(load(7)).isEqualTo(100);
  }

  /**
   * Else the sum over hash slots, of which others' shares are parts, would be less than nothing.
   */
  @Test
  void whatNoServerCanHaveWorkedIsBounded() {
    long[] none = new long[HashSlot.COUNT];
    long[] most = new long[HashSlot.COUNT];
    Arrays.fill(most, Long.MAX_VALUE);
    for (int i = 0; i < 50; i++) {
      meter.read(i % 2 == 0 ? none : most);
    }

    assertThat(meter.load().orElseThrow().totalMicros())
        .isBetween(0L, 2 * LoadMeter.MOST_MICROS * HashSlot.COUNT);
    assertThat(load(7)).isBetween(0L, 2 * LoadMeter.MOST_MICROS);
  }

  @Test
  void answersAreReadInBothVersionsOfTheProtocol() {
    long[] counters = new long[HashSlot.COUNT];
    List<Object> second = List.of(bytes("key-count"), 3L, bytes("cpu-usec"), 12L);
    Map<Object, Object> third = Map.of(bytes("cpu-usec"), 15L);

    assertThat(SlotStatistics.counters(List.of(List.of(7L, second), List.of(9L, third)), counters))
        .isTrue();
    assertThat(counters[7]).isEqualTo(12);
    assertThat(counters[9]).isEqualTo(15);
  }

  @Test
  void aServerThatMeasuresNoTimeTellsNoLoad() {
    List<Object> entry = List.of(7L, List.of(bytes("key-count"), 3L));

    assertThat(SlotStatistics.counters(List.of(entry), new long[HashSlot.COUNT])).isFalse();
  }

  @Test
  void otherAnswersAreRefused() {
    for (Object reply :
        List.of("x", List.of(7L), List.of(List.of(16_384L, List.of())), List.of(List.of(1L, 2L)))) {
      assertThatThrownBy(() -> SlotStatistics.counters(reply, new long[HashSlot.COUNT]))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
