package io.amoeba.readbalancer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The numbers are those of the paper's algorithm 1. */
class ReadBalancerTest {
  private static final long SECOND = 1_000_000_000;
  private static final Offset<Double> ROUNDED = within(1e-9);

  private final ReadBalancer balancer = new ReadBalancer(10 * SECOND);

  /** A period with these latencies, in microseconds, and round trips of 100 µs. */
  private double period(long primary, long secondary) {
    for (int i = 0; i < 5; i++) {
      balancer.read(false, primary * 1_000);
      balancer.read(true, secondary * 1_000);
      balancer.ping(false, 100_000);
      balancer.ping(true, 100_000);
    }
    balancer.periodEnded();
    return balancer.balanceFraction();
  }

  @Test
  void startsWithATenthOfTheReads() {
    assertThat(balancer.balanceFraction()).isCloseTo(0.1, ROUNDED);
  }

  @Test
  void congestedPrimaryLosesATenthPerPeriodDownToATenth() {
    List<Double> fractions = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      fractions.add(period(1_100, 600));
    }

    assertThat(fractions.get(0)).isCloseTo(0.2, ROUNDED);
    assertThat(fractions.get(7)).isCloseTo(0.9, ROUNDED);
    assertThat(fractions.get(9)).isCloseTo(0.9, ROUNDED);
  }

  @Test
  void congestedSecondariesGetFewerButNeverNone() {
    period(1_100, 600);
    period(1_100, 600);

    assertThat(period(300, 600)).isCloseTo(0.2, ROUNDED);
    assertThat(period(300, 600)).isCloseTo(0.1, ROUNDED);
    assertThat(period(300, 600)).isCloseTo(0.1, ROUNDED);
  }

  @Test
  void roundTripsAreNoCongestion() {
    // Without them 1.25, which would keep the fraction.
    assertThat(period(500, 400)).isCloseTo(0.2, ROUNDED);
  }

  @Test
  void evenLatenciesKeepTheFractionAndTheFifthPeriodTriesLess() {
    period(1_100, 600);
    period(1_100, 600);
    assertThat(period(600, 600)).isCloseTo(0.3, ROUNDED);
    assertThat(period(600, 600)).isCloseTo(0.3, ROUNDED);
    assertThat(period(600, 600)).isCloseTo(0.3, ROUNDED);

    assertThat(period(600, 600)).isCloseTo(0.2, ROUNDED);
  }

  @Test
  void oneStaleSecondaryStopsAllAndTheFractionReturnsAtOnce() {
    period(1_100, 600);

    balancer.serverStatus(11 * SECOND);
    assertThat(balancer.balanceFraction()).isZero();
    assertThat(period(1_100, 600)).isZero();

    balancer.serverStatus(10 * SECOND);
    assertThat(balancer.balanceFraction()).isCloseTo(0.3, ROUNDED);
  }

  @Test
  void clientsWithoutToleranceReadThePrimary() {
    ReadBalancer strict = new ReadBalancer(0);

    strict.serverStatus(0);

    assertThat(strict.balanceFraction()).isZero();
  }

  @Test
  void periodWithoutReadsOfOneKindKeepsTheFraction() {
    balancer.read(false, SECOND);

    balancer.periodEnded();

    assertThat(balancer.balanceFraction()).isCloseTo(0.1, ROUNDED);
  }
}
