package io.amoeba.streaming.joining;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CompactionRampUpTest {

  private static final int MEBIBYTE = 1 << 20;

  private final Limit limit = new Limit(64.0 * MEBIBYTE);
  private final CompactionRampUp rampUp = new CompactionRampUp(Duration.ofSeconds(20), limit);

  /** A limit that remembers what was set. */
  private static final class Limit implements CompactionRampUp.Throughput {
    private final List<Integer> set = new ArrayList<>();
    private double now;

    private Limit(double now) {
      this.now = now;
    }

    @Override
    public double get() {
      return now;
    }

    @Override
    public void set(int bytesPerSecond) {
      set.add(bytesPerSecond);
      now = bytesPerSecond;
    }
  }

  private static void run(CompactionRampUp rampUp, int seconds) {
    rampUp.joining();
    rampUp.joined(0);
    for (int second = 0; second <= seconds; second++) {
      rampUp.tick(TimeUnit.SECONDS.toNanos(second));
    }
  }

  @Test
  void limitRisesFromAnEighthToAllOfItInWholeMebibytes() {
    run(rampUp, 20);

    assertThat(limit.set)
        .hasSize(21)
        .isSorted()
        .doesNotHaveDuplicates()
        .allMatch(bytes -> bytes % MEBIBYTE == 0)
        .startsWith(8 * MEBIBYTE)
        .endsWith(64 * MEBIBYTE);
    assertThat(limit.set.get(10)).isEqualTo(36 * MEBIBYTE);
    assertThat(rampUp.isOver()).isTrue();
  }

  @Test
  void limitIsAnEighthWhileTheNodeJoins() {
    rampUp.joining();
    rampUp.tick(TimeUnit.HOURS.toNanos(1));

    assertThat(limit.set).containsExactly(8 * MEBIBYTE);
    assertThat(rampUp.isOver()).isFalse();
  }

  @Test
  void aLimitSetByAnOperatorDuringTheJoinStaysAfterIt() {
    rampUp.joining();
    limit.now = 3 * MEBIBYTE;
    rampUp.tick(0);
    rampUp.joined(TimeUnit.SECONDS.toNanos(1));
    rampUp.tick(TimeUnit.SECONDS.toNanos(30));

    assertThat(rampUp.isOver()).isTrue();
    assertThat(limit.now).isEqualTo(3 * MEBIBYTE);
  }

  @Test
  void limitIsLowUntilTheTimeIsOver() {
    run(rampUp, 19);

    assertThat(limit.now).isLessThan(64 * MEBIBYTE);
    assertThat(rampUp.isOver()).isFalse();
  }

  @Test
  void theConfiguredLimitComesBackToTheByteAlsoWhenItIsLow() {
    Limit low = new Limit(1_500_001);
    run(new CompactionRampUp(Duration.ofSeconds(20), low), 20);

    assertThat(low.set).isSorted().startsWith(187_500).contains(MEBIBYTE).endsWith(1_500_001);
  }

  @Test
  void aLimitSetByAnOperatorStays() {
    run(rampUp, 5);

    limit.now = 3 * MEBIBYTE;
    rampUp.tick(TimeUnit.SECONDS.toNanos(6));
    rampUp.tick(TimeUnit.SECONDS.toNanos(30));

    assertThat(rampUp.isOver()).isTrue();
    assertThat(limit.now).isEqualTo(3 * MEBIBYTE);
  }

  @Test
  void noLimitAndNoTimeLeaveTheLimitAlone() {
    Limit none = new Limit(0);
    run(new CompactionRampUp(Duration.ofSeconds(20), none), 1);
    Limit beyondTheSetter = new Limit(4e9);
    run(new CompactionRampUp(Duration.ofSeconds(20), beyondTheSetter), 1);
    run(new CompactionRampUp(Duration.ZERO, limit), 1);

    assertThat(none.set).isEmpty();
    assertThat(beyondTheSetter.set).isEmpty();
    assertThat(limit.set).isEmpty();
  }
}
