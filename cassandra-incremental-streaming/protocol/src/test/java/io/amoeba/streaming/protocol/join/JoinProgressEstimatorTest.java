package io.amoeba.streaming.protocol.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.streaming.protocol.join.JoinProgress.DataSize;
import io.amoeba.streaming.protocol.join.JoinProgress.Streamed;
import io.amoeba.streaming.protocol.join.JoinProgressEstimator.Estimate;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Three steps of one token: a and b send one range each, and both send the third step's. */
class JoinProgressEstimatorTest {

  private static final JoinRecord JOIN = new RecordingNode(10, 20, 30).onDisk;

  /** Of the ring, each. */
  private static final double SHARE = new TokenRange(0, 10).share();

  private long nowMillis;
  private final JoinProgressEstimator estimator =
      new JoinProgressEstimator(RecordingNode::transfers, () -> nowMillis);

  @Test
  void unpreparedStepsAreEstimatedFromOthersByTheirShareOfTheRing() {
    Streamed firstStep = new Streamed(400, DataSize.NONE, new DataSize(SHARE, 1_000));
    Streamed secondToo =
        new Streamed(1_400, new DataSize(SHARE, 1_000), new DataSize(SHARE, 3_000));

    learnAllSteps();

    assertThat(observe(firstStep, JOIN).bytesTotal()).hasValue(4_000);
    assertThat(observe(secondToo, done(10)).bytesTotal()).hasValue(8_000);
  }

  @Test
  void withoutAnyPreparedDataTheSizeIsUnknown() {
    learnAllSteps();

    assertThat(observe(Streamed.NOTHING, JOIN)).isEqualTo(Estimate.UNKNOWN);
  }

  @Test
  void theTotalIsUnknownUntilEveryStepsShareIsKnown() {
    Streamed streamed = new Streamed(400, DataSize.NONE, new DataSize(SHARE, 1_000));

    assertThat(observe(streamed, JOIN).bytesTotal()).isEmpty();
    assertThat(observe(streamed, JOIN).bytesTotal()).isEmpty();
    assertThat(observe(streamed, JOIN).bytesTotal()).hasValue(4_000);
  }

  @Test
  void theEndIsWhereTheRemainingBytesHaveComeAtTheRecentRate() {
    learnAllSteps();
    observe(new Streamed(0, DataSize.NONE, new DataSize(SHARE, 1_000)), JOIN);

    nowMillis = 10_000;
    Estimate estimate = observe(new Streamed(400, DataSize.NONE, new DataSize(SHARE, 1_000)), JOIN);

    assertThat(estimate.bytesPerSec()).hasValue(40);
    assertThat(estimate.etaSeconds()).hasValue(90);
    assertThat(estimate).hasToString("400 of about 4000 bytes, 40 bytes/s, about 90s to go");
  }

  @Test
  void aJoinThatStandsOrGetsNothingHasNoEnd() {
    learnAllSteps();
    Streamed before = new Streamed(0, DataSize.NONE, new DataSize(SHARE, 1_000));
    Streamed after = new Streamed(400, DataSize.NONE, new DataSize(SHARE, 1_000));
    observe(before, JOIN);
    nowMillis = 4_000;

    assertThat(observe(JoinPhase.PAUSED, after, JOIN).etaSeconds()).isEmpty();
    assertThat(observe(JoinPhase.OTHER_CHANGE, after, JOIN).etaSeconds()).isEmpty();

    nowMillis = 60_000;
    observe(after, JOIN);
    nowMillis = 80_000;
    assertThat(observe(after, JOIN))
        .satisfies(still -> assertThat(still.bytesPerSec()).hasValue(0))
        .satisfies(still -> assertThat(still.etaSeconds()).isEmpty());
  }

  @Test
  void afterARestartThereIsNoEndUntilThereIsARate() {
    learnAllSteps();
    DataSize prepared = new DataSize(SHARE, 1_000_000_000);
    for (int second = 0; second <= 60; second++) {
      nowMillis = second * 1_000L;
      assertThat(observe(new Streamed(0, DataSize.NONE, prepared), JOIN).etaSeconds()).isEmpty();
    }
    for (int second = 61; second < 70; second++) {
      nowMillis = second * 1_000L;
      long bytes = (second - 60) * 10_000_000L;
      assertThat(observe(new Streamed(bytes, DataSize.NONE, prepared), JOIN).etaSeconds())
          .isEmpty();
    }

    nowMillis = 70_000;
    assertThat(observe(new Streamed(100_000_000, DataSize.NONE, prepared), JOIN).etaSeconds())
        .hasValue(390);
  }

  @Test
  void whenAllStepsAreDoneOnlyMembersAreWaitedFor() {
    Streamed all = new Streamed(4_000, new DataSize(4 * SHARE, 4_000), DataSize.NONE);
    observe(new Streamed(3_000, new DataSize(4 * SHARE, 4_000), DataSize.NONE), done(10, 20, 30));

    nowMillis = 4_000;
    Estimate estimate = observe(all, done(10, 20, 30));

    assertThat(estimate.bytesTotal()).hasValue(4_000);
    assertThat(estimate.etaSeconds()).isEmpty();
  }

  /** The driver's own count, which the estimate is made of. */
  @Test
  void theDriverCountsWhatItsSessionsHaveBroughtOfAllSteps() {
    RecordingNode node = new RecordingNode(10, 20, 30);
    JoinDriver driver = node.start(RecordingNode.SETTINGS);
    while (node.sessions.isEmpty()) {
      node.acknowledge(1);
      node.nowMillis += 1_000;
      driver.tick();
    }
    driver.tick();
    assertThat(driver.progress().streamed())
        .isEqualTo(new Streamed(5, DataSize.NONE, new DataSize(SHARE, 10)));

    node.run(driver, 60);

    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.FINISHED);
    assertThat(driver.progress().streamed().done()).isEqualTo(new DataSize(4 * SHARE, 40));
    assertThat(driver.progress().streamed().announced()).isEqualTo(DataSize.NONE);
  }

  private void learnAllSteps() {
    JOIN.steps().forEach(step -> observe(Streamed.NOTHING, JOIN));
  }

  private Estimate observe(Streamed streamed, JoinRecord join) {
    return observe(JoinPhase.STREAMING, streamed, join);
  }

  private Estimate observe(JoinPhase phase, Streamed streamed, JoinRecord join) {
    return estimator.observe(
        new JoinProgress(
            phase,
            1,
            1,
            3,
            0,
            3,
            List.of(),
            0,
            0,
            streamed,
            Optional.empty(),
            List.of(),
            "",
            false),
        join);
  }

  private static JoinRecord done(long... tokens) {
    SortedSet<Long> done = new TreeSet<>();
    for (long token : tokens) {
      done.add(token);
    }
    return new JoinRecord(JOIN.plan(), JOIN.steps(), done, new TreeSet<>(), 1, false);
  }
}
