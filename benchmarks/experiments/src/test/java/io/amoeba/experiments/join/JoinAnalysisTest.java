package io.amoeba.experiments.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.probe.NodeSample;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Joins that are started at second 1000, begin at 1020, and end at 1100. */
class JoinAnalysisTest {
  private static final long STARTED = 1_000;
  private static final long BEGIN = 1_020;
  private static final long END = 1_100;

  private final List<TrafficSecond> traffic = new ArrayList<>();

  private void traffic(long from, long to, long opsPerSecond) {
    for (long second = from; second < to; second++) {
      // A closed loop of ten.
      double millis = opsPerSecond == 0 ? 0 : 10_000.0 / opsPerSecond;
      traffic.add(new TrafficSecond(second, opsPerSecond, 0, millis, millis, millis, millis));
    }
  }

  private static NodeSample sample(double at, String mode, double ownership, long reads, long mib) {
    return new NodeSample(at, mode, ownership, reads, 0, mib << 20);
  }

  static List<NodeSample> stock() {
    return List.of(
        sample(STARTED + 15, "JOINING", 0, 0, 0),
        sample(BEGIN, "JOINING", 0, 0, 1),
        sample(1_060, "JOINING", 0, 0, 100),
        sample(END, "NORMAL", 0.25, 0, 100),
        sample(END + 2, "NORMAL", 0.25, 50, 100));
  }

  private JoinFigures figures(List<NodeSample> joiner) {
    return JoinAnalysis.of(new JoinSeries(STARTED, traffic, joiner), 60);
  }

  static JoinSeries stockSeries() {
    JoinAnalysisTest test = new JoinAnalysisTest();
    test.stockTraffic();
    return new JoinSeries(STARTED, test.traffic, stock());
  }

  private void stockTraffic() {
    traffic(900, STARTED - 60, 5_000); // warm-up does not count
    traffic(STARTED - 60, BEGIN, 1_000);
    traffic(BEGIN, BEGIN + 20, 200);
    traffic(BEGIN + 20, END, 600);
    traffic(END, END + 50, 800);
    traffic(END + 50, END + 150, 1_300);
  }

  @Test
  void throughputIsComparedWithThatBeforeTheNodeWasStarted() {
    stockTraffic();

    JoinFigures figures = figures(stock());

    assertThat(figures.baselineOpsPerSecond()).isEqualTo(1_000);
    assertThat(figures.baselineMillis()).isCloseTo(10, within(1e-6));
    assertThat(figures.firstQuarterRatio()).isCloseTo(0.2, within(1e-6));
    assertThat(figures.meanDuringJoinRatio()).isCloseTo(0.5, within(1e-6));
    assertThat(figures.afterRatio()).isCloseTo(1.3, within(1e-6));
  }

  @Test
  void baselineThatIsNotSteadyShows() {
    traffic(STARTED - 60, STARTED - 30, 1_000);
    traffic(STARTED - 30, END + 100, 1_200);

    assertThat(figures(stock()).baselineDrift()).isCloseTo(0.2, within(1e-6));
  }

  @Test
  void joinLastsFromTheFirstByteToFullMembership() {
    stockTraffic();

    JoinFigures figures = figures(stock());

    assertThat(figures.startSeconds()).isEqualTo(20);
    assertThat(figures.joinSeconds()).isEqualTo(80);
    assertThat(figures.firstServedSeconds()).isEqualTo(82);
    assertThat(figures.stepSeconds()).containsExactly(80.0);
    assertThat(figures.receivedMebibytes()).isEqualTo(100);
    assertThat(figures.receivedMebibytesPerSecond()).isEqualTo(2.5);
  }

  @Test
  void scoresAreThoseOfTheEquations() {
    stockTraffic();

    JoinFigures figures = figures(stock());

    // 20 s of 50 ms and 60 s of 16.67 ms in intervals of 2 s, all above 12.5 ms.
    assertThat(figures.sloMillis()).isCloseTo(12.5, within(1e-6));
    assertThat(figures.sloScoreCount()).isEqualTo(40);
    assertThat(figures.sloScoreMillis())
        .isCloseTo(10 * (12.5 - 50) + 30 * (12.5 - 10_000.0 / 600), within(1e-6));
  }

  @Test
  void intervalsWithoutAnyAnswerViolateByTheirLength() {
    traffic(STARTED - 60, BEGIN, 1_000);
    traffic(BEGIN, BEGIN + 4, 0);
    traffic(BEGIN + 4, END + 100, 1_000);

    JoinFigures figures = figures(stock());

    assertThat(figures.sloScoreCount()).isEqualTo(2);
    assertThat(figures.sloScoreMillis()).isCloseTo(2 * (12.5 - 2_000), within(1e-6));
  }

  @Test
  void lossIsTheAreaUnderTheBaselineUntilThroughputStaysThere() {
    stockTraffic();

    JoinFigures figures = figures(stock());

    assertThat(figures.recovered()).isTrue();
    assertThat(figures.recoverySeconds()).isCloseTo(130, within(10.0));
    assertThat(figures.lostOps()).isCloseTo(20 * 800 + 60 * 400 + 50 * 200.0, within(1e-6));
  }

  @Test
  void joinWithoutALossIsRecoveredAtOnce() {
    traffic(STARTED - 60, BEGIN, 1_000);
    traffic(BEGIN, END + 100, 1_100);

    JoinFigures figures = figures(stock());

    assertThat(figures.recovered()).isTrue();
    assertThat(figures.recoverySeconds()).isZero();
    assertThat(figures.lostOps()).isZero();
    assertThat(figures.sloScoreCount()).isZero();
    assertThat(figures.sloScoreMillis()).isZero();
  }

  @Test
  void lossThatGoesOnCountsToTheEndOfTheMeasurement() {
    traffic(STARTED - 60, BEGIN, 1_000);
    traffic(BEGIN, BEGIN + 200, 900);

    JoinFigures figures = figures(stock());

    assertThat(figures.recovered()).isFalse();
    assertThat(figures.recoverySeconds()).isEqualTo(200);
    assertThat(figures.lostOps()).isCloseTo(20_000, within(1e-6));
  }

  @Test
  void aDipAfterTheJoinIsPartOfIt() {
    traffic(STARTED - 60, END, 1_000);
    traffic(END, END + 20, 500);
    traffic(END + 20, END + 150, 1_200);

    JoinFigures figures = figures(stock());

    assertThat(figures.recoverySeconds()).isCloseTo(100, within(10.0));
    assertThat(figures.lostOps()).isCloseTo(10_000, within(1e-6));
  }

  @Test
  void stepsAreWhenTheNodeCameToOwnMore() {
    traffic(STARTED - 60, END + 100, 1_000);
    List<NodeSample> joiner =
        List.of(
            sample(BEGIN, "JOINING", 0, 0, 1),
            sample(1_040, "JOINING", 0.1, 0, 30),
            sample(1_041, "JOINING", 0.1, 5, 31),
            sample(1_080, "JOINING", 0.2, 500, 80),
            sample(END, "NORMAL", 0.25, 900, 100));

    JoinFigures figures = figures(joiner);

    assertThat(figures.stepSeconds()).containsExactly(20.0, 60.0, 80.0);
    assertThat(figures.firstServedSeconds()).isEqualTo(21);
  }

  @Test
  void failedOperationsCountFromTheStartOfTheNode() {
    traffic(STARTED - 60, STARTED - 1, 1_000);
    traffic.add(new TrafficSecond(STARTED - 1, 1_000, 7, 10, 10, 10, 10));
    traffic(STARTED, END, 1_000);
    traffic.add(new TrafficSecond(END, 1_000, 2, 10, 10, 10, 10));
    traffic(END + 1, END + 60, 1_000);

    assertThat(figures(stock()).failedOps()).isEqualTo(2);
  }

  @Test
  void joinThatDidNotEndIsRefused() {
    traffic(STARTED - 60, END, 1_000);

    assertThatThrownBy(() -> figures(stock().subList(0, 3)))
        .hasMessageContaining("did not become a full member");
  }

  @Test
  void missingBaselineIsRefused() {
    traffic(BEGIN, END, 1_000);

    assertThatThrownBy(() -> figures(stock()))
        .hasMessageContaining("no traffic before the node was started");
  }
}
