package io.amoeba.experiments.loops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.amoeba.experiments.loops.OperationLog.Part;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OperationLogTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;

  private final OperationLog log = new OperationLog();

  @Test
  void answersBelongToThePartInWhichTheyArrive() {
    log.answered(0, 10 * MILLI, true);
    log.enter(Part.STEADY, 10 * SECOND);
    log.answered(9 * SECOND, 11 * SECOND, false);
    log.answered(11 * SECOND, 11 * SECOND + 3 * MILLI, false);
    log.enter(Part.DURING, 12 * SECOND);
    log.answered(11 * SECOND, 15 * SECOND, true);
    log.enter(Part.AFTER, 16 * SECOND);
    log.failed(new IllegalStateException("no answer"));
    log.close(20 * SECOND);
    log.answered(19 * SECOND, 21 * SECOND, true);
    log.failed(new IllegalStateException("too late"));

    Map<String, Double> figures = log.figures();

    assertThat(figures)
        .containsEntry("steadyPerSecond", 1.0)
        .containsEntry("duringPerSecond", 0.25)
        .containsEntry("duringSeconds", 4.0)
        .containsEntry("afterPerSecond", 0.0)
        .containsEntry("cyclePerSecond", 0.3)
        .containsEntry("cycleSeconds", 10.0)
        .containsEntry("failed", 1.0);
    assertThat(figures.get("steadyLongestMillis")).isCloseTo(2_000, within(2.0));
    assertThat(figures.get("duringLongestMillis")).isCloseTo(4_000, within(4.0));
    assertThat(figures.get("afterLongestMillis")).isNaN();
    assertThat(log.error()).hasMessage("no answer");
  }

  @Test
  void aPartThatComesTwiceLastsAsLongAsBothTimes() {
    log.enter(Part.STEADY, 0);
    log.enter(Part.DURING, SECOND);
    log.answered(SECOND, 2 * SECOND, false);
    log.enter(Part.WAITING, 3 * SECOND);
    log.answered(3 * SECOND, 4 * SECOND, false);
    log.enter(Part.DURING, 8 * SECOND);
    log.answered(8 * SECOND, 9 * SECOND, false);
    log.enter(Part.AFTER, 10 * SECOND);
    log.close(20 * SECOND);

    assertThat(log.figures())
        .containsEntry("duringSeconds", 4.0)
        .containsEntry("duringPerSecond", 0.5)
        .containsEntry("waitingSeconds", 5.0)
        .containsEntry("waitingPerSecond", 0.2);
  }

  @Test
  void theLongestWriteOfAChangeIsAnsweredInItOrJustAfterIt() {
    log.enter(Part.STEADY, 0);
    for (int bin = 0; bin < 400; bin++) {
      log.answered(bin * 10 * MILLI, bin * 10 * MILLI, true);
    }
    log.answered(0, 900 * MILLI, true);
    log.answered(SECOND, SECOND + 30 * MILLI, true);
    log.answered(SECOND, SECOND + 200 * MILLI, false);
    log.answered(SECOND + 110 * MILLI, SECOND + 160 * MILLI, true);
    log.answered(SECOND, 3 * SECOND, true);
    log.close(4 * SECOND);

    Span change = new Span(SECOND, SECOND + 100 * MILLI);
    assertThat(log.pauseMillis(change)).isEqualTo(50);
    assertThat(log.longestMillis(change)).isEqualTo(30);
    assertThat(log.longestMillis(new Span(5 * SECOND, 6 * SECOND))).isZero();
  }

  @Test
  void aTimeWithoutAnAnsweredWriteIsAPauseAlsoWhenItEndsLate() {
    log.enter(Part.STEADY, 0);
    log.answered(SECOND, SECOND, true);
    log.answered(2 * SECOND, 2 * SECOND, false);
    log.answered(4 * SECOND, 4 * SECOND, true);
    log.answered(9 * SECOND, 9 * SECOND, true);
    log.close(10 * SECOND);

    assertThat(log.pauseMillis(new Span(SECOND, SECOND + 100 * MILLI))).isEqualTo(2_990);
  }

  @Test
  void aTimeWithoutAnAnsweredWriteLastsToTheEndOfTheCycle() {
    log.enter(Part.STEADY, 0);
    log.answered(SECOND, SECOND, true);
    log.close(4 * SECOND);

    assertThat(log.pauseMillis(new Span(2 * SECOND, 2 * SECOND + 100 * MILLI))).isEqualTo(2_000);
  }

  @Test
  void aSecondHasItsOperationsAndTheLongestOfThem() {
    log.enter(Part.STEADY, 0);
    log.answered(0, 5 * MILLI, true);
    log.answered(0, SECOND + 5 * MILLI, false);
    log.answered(SECOND, SECOND + 8 * MILLI, false);
    log.answered(2 * SECOND, 2 * SECOND + 995 * MILLI, false);
    log.answered(3 * SECOND, 3 * SECOND + 5 * MILLI, false);
    log.close(3 * SECOND + 6 * MILLI);

    assertThat(log.seconds())
        .containsExactly(
            new OperationLog.Second(0, 1, 5),
            new OperationLog.Second(1, 2, 1_005),
            new OperationLog.Second(2, 1, 995));
  }
}
