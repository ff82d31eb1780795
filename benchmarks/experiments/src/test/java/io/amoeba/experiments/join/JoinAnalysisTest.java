package io.amoeba.experiments.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.amoeba.experiments.Values;
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

  private JoinSeries series(List<NodeSample> joiningNode) {
    return new JoinSeries(STARTED, traffic, joiningNode, List.of(), List.of(), List.of());
  }

  private Values figures(List<NodeSample> joiningNode) {
    return JoinAnalysis.of(series(joiningNode), 60);
  }

  static JoinSeries stockSeries() {
    JoinAnalysisTest test = new JoinAnalysisTest();
    test.stockTraffic();
    return test.series(stock());
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

    Values figures = figures(stock());

    assertThat(figures.get("baselineOpsPerSecond")).isEqualTo(1_000);
    assertThat(figures.get("baselineMillis")).isCloseTo(10, within(1e-6));
    assertThat(figures.get("firstQuarterRatio")).isCloseTo(0.2, within(1e-6));
    assertThat(figures.get("meanDuringJoinRatio")).isCloseTo(0.5, within(1e-6));
    assertThat(figures.get("afterRatio")).isCloseTo(1.3, within(1e-6));
  }

  @Test
  void baselineThatIsNotSteadyShows() {
    traffic(STARTED - 60, STARTED - 30, 1_000);
    traffic(STARTED - 30, END + 100, 1_200);

    assertThat(figures(stock()).get("baselineDrift")).isCloseTo(0.2, within(1e-6));
  }

  @Test
  void joinLastsFromTheFirstByteToFullMembership() {
    stockTraffic();

    Values figures = figures(stock());

    assertThat(figures.get("startSeconds")).isEqualTo(20);
    assertThat(figures.get("joinSeconds")).isEqualTo(80);
    assertThat(figures.get("firstServedSeconds")).isEqualTo(82);
    assertThat(series(stock()).steps()).containsExactly(80.0);
    assertThat(figures.get("receivedMebibytes")).isEqualTo(100);
    assertThat(figures.get("receivedMebibytesPerSecond")).isEqualTo(2.5);
  }

  @Test
  void scoresAreThoseOfTheEquations() {
    stockTraffic();

    Values figures = figures(stock());

    // 20 s of 50 ms and 60 s of 16.67 ms in intervals of 2 s, all above 12.5 ms.
    assertThat(figures.get("sloMillis")).isCloseTo(12.5, within(1e-6));
    assertThat(figures.get("sloScoreCount")).isEqualTo(40);
    assertThat(figures.get("sloScoreMillis"))
        .isCloseTo(10 * (12.5 - 50) + 30 * (12.5 - 10_000.0 / 600), within(1e-6));
  }

  @Test
  void intervalsWithoutAnyAnswerViolateByTheirLength() {
    traffic(STARTED - 60, BEGIN, 1_000);
    traffic(BEGIN, BEGIN + 4, 0);
    traffic(BEGIN + 4, END + 100, 1_000);

    Values figures = figures(stock());

    assertThat(figures.get("sloScoreCount")).isEqualTo(2);
    assertThat(figures.get("sloScoreMillis")).isCloseTo(2 * (12.5 - 2_000), within(1e-6));
  }

  @Test
  void lossIsTheAreaUnderTheBaselineUntilThroughputStaysThere() {
    stockTraffic();

    Values figures = figures(stock());

    assertThat(figures.get("recovered")).isEqualTo(1);
    assertThat(figures.get("recoverySeconds")).isCloseTo(130, within(10.0));
    assertThat(figures.get("lostOps")).isCloseTo(20 * 800 + 60 * 400 + 50 * 200.0, within(1e-6));
  }

  @Test
  void joinWithoutALossIsRecoveredAtOnce() {
    traffic(STARTED - 60, BEGIN, 1_000);
    traffic(BEGIN, END + 100, 1_100);

    Values figures = figures(stock());

    assertThat(figures.get("recovered")).isEqualTo(1);
    assertThat(figures.get("recoverySeconds")).isZero();
    assertThat(figures.get("lostOps")).isZero();
    assertThat(figures.get("sloScoreCount")).isZero();
    assertThat(figures.get("sloScoreMillis")).isZero();
  }

  @Test
  void lossThatContinuesCountsToTheEndOfTheMeasurement() {
    traffic(STARTED - 60, BEGIN, 1_000);
    traffic(BEGIN, BEGIN + 200, 900);

    Values figures = figures(stock());

    assertThat(figures.get("recovered")).isZero();
    assertThat(figures.get("recoverySeconds")).isEqualTo(200);
    assertThat(figures.get("lostOps")).isCloseTo(20_000, within(1e-6));
  }

  @Test
  void aDipAfterTheJoinIsPartOfIt() {
    traffic(STARTED - 60, END, 1_000);
    traffic(END, END + 20, 500);
    traffic(END + 20, END + 150, 1_200);

    Values figures = figures(stock());

    assertThat(figures.get("recoverySeconds")).isCloseTo(100, within(10.0));
    assertThat(figures.get("lostOps")).isCloseTo(10_000, within(1e-6));
  }

  @Test
  void stepsAreWhenTheNodeCameToOwnMore() {
    traffic(STARTED - 60, END + 100, 1_000);
    List<NodeSample> joiningNode =
        List.of(
            sample(BEGIN, "JOINING", 0, 0, 1),
            sample(1_040, "JOINING", 0.1, 0, 30),
            sample(1_041, "JOINING", 0.1, 5, 31),
            sample(1_080, "JOINING", 0.2, 500, 80),
            sample(END, "NORMAL", 0.25, 900, 100));

    Values figures = figures(joiningNode);

    assertThat(series(joiningNode).steps()).containsExactly(20.0, 60.0, 80.0);
    assertThat(figures.get("firstServedSeconds")).isEqualTo(21);
  }

  @Test
  void failedOperationsCountFromTheStartOfTheNode() {
    traffic(STARTED - 60, STARTED - 1, 1_000);
    traffic.add(new TrafficSecond(STARTED - 1, 1_000, 7, 10, 10, 10, 10));
    traffic(STARTED, END, 1_000);
    traffic.add(new TrafficSecond(END, 1_000, 2, 10, 10, 10, 10));
    traffic(END + 1, END + 60, 1_000);

    assertThat(figures(stock()).get("failedOps")).isEqualTo(2);
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
