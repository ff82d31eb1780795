package io.amoeba.priority.protocol.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HighShareTest {

  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final HighShare share = new HighShare(0);
  private long nowNanos;
  private long high;
  private long all;

  @Test
  void aMinuteWithMoreThanHalfOfTheRequestsHighIsTold() {
    assertThat(seconds(59, 60, 100)).isZero();

    assertThat(second(60, 100)).hasValue(60);
  }

  @Test
  void halfOfTheRequestsIsNotMost() {
    assertThat(seconds(300, 50, 100)).isZero();
  }

  @Test
  void fewRequestsAreNotTold() {
    assertThat(seconds(300, 9, 9)).isZero();
  }

  @Test
  void anOperatorIsToldTwicePerHour() {
    assertThat(seconds(3_600, 100, 100)).isEqualTo(2);
  }

  @Test
  void requestsOfEarlierMinutesDoNotCount() {
    assertThat(seconds(60, 100, 100)).isEqualTo(1);
    assertThat(seconds(2_400, 0, 100)).isZero();
    assertThat(seconds(59, 51, 100)).isZero();

    assertThat(second(51, 100)).hasValue(51);
  }

  private OptionalInt second(int highRequests, int requests) {
    nowNanos += SECOND_NANOS;
    high += highRequests;
    all += requests;
    return share.next(high, all, nowNanos);
  }

  /** How often it was told in so many seconds. */
  private int seconds(int seconds, int highRequests, int requests) {
    int told = 0;
    for (int i = 0; i < seconds; i++) {
      told += second(highRequests, requests).isPresent() ? 1 : 0;
    }
    return told;
  }
}
