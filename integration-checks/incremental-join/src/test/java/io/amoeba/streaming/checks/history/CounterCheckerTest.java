package io.amoeba.streaming.checks.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each rule is broken by hand. */
class CounterCheckerTest {
  private static Increment increment(int value, long begin, long end, Outcome outcome) {
    return new Increment("c", value, begin, end, outcome);
  }

  private static Increment applied(int value, long begin, long end) {
    return increment(value, begin, end, Outcome.OK);
  }

  private static List<String> check(int last, Increment... increments) {
    return CounterChecker.violations(List.of(increments), Map.of("c", last));
  }

  @Test
  void incrementsThatEachSetTheNextValueAreClean() {
    assertThat(check(3, applied(1, 0, 10), applied(3, 15, 40), applied(2, 11, 50))).isEmpty();
  }

  @Test
  void unknownIncrementsMayCountOrNot() {
    Increment unknown = increment(2, 20, 30, Outcome.UNKNOWN);

    assertThat(check(1, applied(1, 0, 10), unknown)).isEmpty();
    assertThat(check(2, applied(1, 0, 10), unknown)).isEmpty();
  }

  @Test
  void valueThatIsReachedTwiceIsFound() {
    assertThat(check(2, applied(1, 0, 10), applied(2, 11, 20), applied(2, 12, 21)))
        .singleElement()
        .asString()
        .startsWith("applied twice");
  }

  @Test
  void aValueThatGoesBackIsDetected() {
    assertThat(check(2, applied(2, 0, 10), applied(1, 20, 30)))
        .singleElement()
        .asString()
        .startsWith("went back");
  }

  @Test
  void acknowledgedIncrementAboveTheLastValueIsLost() {
    assertThat(check(1, applied(1, 0, 10), applied(2, 20, 30)))
        .singleElement()
        .asString()
        .startsWith("lost");
  }

  @Test
  void aLastValueThatNoClientWroteIsAPhantom() {
    assertThat(check(3, applied(1, 0, 10), increment(2, 20, 30, Outcome.UNKNOWN)))
        .singleElement()
        .asString()
        .startsWith("phantom");
  }

  @Test
  void counterWithoutALastValueIsReported() {
    assertThat(CounterChecker.violations(List.of(applied(1, 0, 10)), Map.of()))
        .singleElement()
        .asString()
        .startsWith("not checked");
  }
}
