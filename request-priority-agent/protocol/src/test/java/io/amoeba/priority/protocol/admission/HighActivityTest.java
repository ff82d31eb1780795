package io.amoeba.priority.protocol.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HighActivityTest {

  @Test
  void aNodeThatHasServedNoHighRequestIsNotActive() {
    assertThat(new HighActivity(1, 50, at(0)).isActive(at(0))).isFalse();
  }

  @Test
  void aHighRequestCountsWhileItRunsAndForTheQuietTimeAfterwards() {
    HighActivity high = new HighActivity(1, 50, at(0));

    int begun = high.begin(at(0));
    assertThat(high.isActive(at(5_000))).isTrue();
    high.end(begun, at(5_000));

    assertThat(high.running()).isZero();
    assertThat(high.isActive(at(5_049))).isTrue();
    assertThat(high.isActive(at(5_050))).isFalse();
  }

  @Test
  void fewerThanTheActivationDoNotCount() {
    HighActivity high = new HighActivity(2, 50, at(0));

    int first = high.begin(at(0));
    assertThat(high.isActive(at(0))).isFalse();
    int second = high.begin(at(10));
    assertThat(high.isActive(at(10))).isTrue();
    high.end(first, at(20));
    high.end(second, at(65));

    assertThat(high.isActive(at(69))).isTrue();
    assertThat(high.isActive(at(70))).isFalse();
  }

  @Test
  void settingsTakeEffectAtOnce() {
    HighActivity high = new HighActivity(1, 50, at(0));
    int begun = high.begin(at(0));

    high.setActivation(2);
    assertThat(high.isActive(at(0))).isFalse();
    high.setActivation(1);
    high.setQuietMillis(0);
    high.end(begun, at(10));

    assertThat(high.isActive(at(10))).isFalse();
  }

  @Test
  void aRequestWithoutAnEndIsForgotten() {
    HighActivity high = new HighActivity(1, 50, at(0));
    high.begin(at(0));

    high.forget(at(50_000));
    assertThat(high.isActive(at(50_000))).isTrue();
    high.forget(at(80_000));

    assertThat(high.isActive(at(80_000))).isFalse();
    assertThat(high.forgotten()).isEqualTo(1);
  }

  private static long at(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
