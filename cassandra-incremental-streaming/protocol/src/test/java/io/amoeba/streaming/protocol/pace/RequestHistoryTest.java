package io.amoeba.streaming.protocol.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.amoeba.streaming.protocol.pace.RequestHistory.Now;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RequestHistoryTest {

  private final RequestHistory history = new RequestHistory(2);
  private long nowMillis;
  private long reads;
  private long readMicros;
  private long writes;
  private long writeMicros;

  private List<RequestTotals> second(long newReads, long micros, long newWrites, long each) {
    nowMillis += 1_000;
    reads += newReads;
    readMicros += newReads * micros;
    writes += newWrites;
    writeMicros += newWrites * each;
    return List.of(new RequestTotals(reads, readMicros), new RequestTotals(writes, writeMicros));
  }

  private void hundredReadsAndWritesASecond() {
    for (int i = 0; i < 300; i++) {
      history.before(second(100, 2_000, 100, 500), nowMillis);
    }
  }

  private Now now(long newReads, long micros, long newWrites, long each) {
    return history.during(second(newReads, micros, newWrites, each), nowMillis);
  }

  @Test
  void nothingHasChanged() {
    hundredReadsAndWritesASecond();

    Now now = now(100, 2_000, 100, 500);

    assertThat(now.latency().orElseThrow()).isCloseTo(1, within(0.001));
    assertThat(now.answered().orElseThrow()).isCloseTo(1, within(0.02));
  }

  @Test
  void anotherMixOfReadsAndWritesIsNotSlower() {
    hundredReadsAndWritesASecond();

    Now now = now(190, 2_000, 10, 500);

    assertThat(now.latency().orElseThrow()).isCloseTo(1, within(0.001));
  }

  @Test
  void slowerAndFewerAnswersShow() {
    hundredReadsAndWritesASecond();

    Now now = now(80, 2_500, 80, 625);

    assertThat(now.latency().orElseThrow()).isCloseTo(1.25, within(0.001));
    assertThat(now.answered().orElseThrow()).isCloseTo(0.8, within(0.02));
  }

  @Test
  void fewRequestsSayNothingOfLatency() {
    hundredReadsAndWritesASecond();

    Now now = now(5, 20_000, 5, 20_000);

    assertThat(now.latency()).isEmpty();
    assertThat(now.answered().orElseThrow()).isCloseTo(0.05, within(0.01));
  }

  @Test
  void aNodeWithoutRequestsBeforeHasNoMeasure() {
    for (int i = 0; i < 100; i++) {
      history.before(second(0, 0, 0, 0), nowMillis);
    }

    assertThat(now(100, 2_000, 100, 500))
        .isEqualTo(new Now(OptionalDouble.empty(), OptionalDouble.empty()));
  }

  @Test
  void aNodeThatStartsDuringAJoinHasNoMeasure() {
    assertThat(now(100, 2_000, 100, 500))
        .isEqualTo(new Now(OptionalDouble.empty(), OptionalDouble.empty()));
  }

  @Test
  void whatIsLongAgoFades() {
    hundredReadsAndWritesASecond();
    for (int i = 0; i < 1_800; i++) {
      history.before(second(100, 4_000, 100, 1_000), nowMillis);
    }

    assertThat(now(100, 4_000, 100, 1_000).latency().orElseThrow()).isCloseTo(1, within(0.01));
  }

  /** The join's own effect must not become the measure. */
  @Test
  void theTimeOfAJoinChangesNoMeasure() {
    hundredReadsAndWritesASecond();
    for (int i = 0; i < 600; i++) {
      now(50, 4_000, 50, 1_000);
    }

    assertThat(now(50, 4_000, 50, 1_000).latency().orElseThrow()).isCloseTo(2, within(0.001));
  }
}
