package io.amoeba.linearroad.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ThrottleTest {
  private static final long SECOND_NANOS = 1_000_000_000;

  @Test
  void clockSpreadsASecondEvenly() {
    AtomicLong clock = new AtomicLong(5);
    ClockThrottle throttle = new ClockThrottle(2, clock::get);

    assertThat(throttle.mayFeed(100, 0)).isTrue();
    assertThat(throttle.mayFeed(100, 0.5)).isFalse();
    clock.addAndGet(SECOND_NANOS / 4);

    assertThat(throttle.mayFeed(100, 0.5)).isTrue();
    assertThat(throttle.mayFeed(101, 0)).isFalse();
    clock.addAndGet(SECOND_NANOS / 4);
    assertThat(throttle.mayFeed(101, 0)).isTrue();
  }

  @Test
  void leadIsSmallUntilTheSpeedIsKnown() {
    FeedProgress progress = new FeedProgress();
    LeadThrottle throttle = new LeadThrottle(progress);

    assertThat(throttle.mayFeed(0, 0)).isTrue();
    progress.fed(0, 10_001, 10_000, List.of());
    assertThat(throttle.mayFeed(1, 0)).isFalse();

    throttle.answered(0, 1);
    assertThat(throttle.mayFeed(1, 0)).isTrue();
  }

  @Test
  void leadGrowsWithTheSpeedAndSurvivesAStandstill() {
    FeedProgress progress = new FeedProgress();
    LeadThrottle throttle = new LeadThrottle(progress);
    for (int second = 0; second < 100; second++) {
      progress.fed(second, 20_000, 20_000, List.of());
      throttle.answered(second, (second + 1) * SECOND_NANOS);
    }
    progress.fed(100, 60_000, 60_000, List.of());
    assertThat(throttle.mayFeed(101, 0)).isTrue();
    progress.fed(101, 60_000, 60_000, List.of());
    assertThat(throttle.mayFeed(102, 0)).isFalse();

    throttle.answered(99, 110 * SECOND_NANOS);
    throttle.answered(100, 111 * SECOND_NANOS);

    assertThat(throttle.mayFeed(102, 0)).isTrue();
  }
}
