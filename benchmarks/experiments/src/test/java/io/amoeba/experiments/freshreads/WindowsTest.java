package io.amoeba.experiments.freshreads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WindowsTest {
  private static final int TENTHS = 200;

  /** Twenty seconds, of which the first tenths are different. */
  private static Windows changing(int tenths, int reads, double share) {
    int[] all = IntStream.range(0, TENTHS).map(i -> i < tenths ? reads : 100).toArray();
    int[] atReplicas =
        IntStream.range(0, TENTHS)
            .map(i -> (int) Math.round(all[i] * (i < tenths ? share : 0.7)))
            .toArray();
    return new Windows(all, atReplicas);
  }

  @Test
  void evenStepIsSteadyFromItsStart() {
    assertThat(changing(0, 0, 0).secondsToSteady()).isZero();
  }

  @Test
  void stepIsSteadyWhenThroughputHasRisen() {
    // Nine full tenths and a half one are 95 %.
    assertThat(changing(30, 50, 0.7).secondsToSteady()).isEqualTo(2.9);
  }

  @Test
  void sameThroughputFromOtherServersIsNotSteady() {
    assertThat(changing(50, 100, 0.1).secondsToSteady()).isEqualTo(5.0);
  }

  @Test
  void moreReadsThanInTheEndAreNoDelay() {
    assertThat(changing(20, 300, 0.7).secondsToSteady()).isZero();
  }

  @Test
  void lateDipIsNotANewState() {
    int[] reads = IntStream.range(0, TENTHS).map(i -> i == 150 ? 0 : 100).toArray();

    assertThat(new Windows(reads, new int[TENTHS]).secondsToSteady()).isZero();
  }

  @Test
  void tooShortStepTellsNothing() {
    assertThat(new Windows(new int[39], new int[39]).secondsToSteady()).isNaN();
  }

  @Test
  void secondsHaveTheirReadsAndShare() {
    Windows windows = changing(10, 0, 0);

    assertThat(windows.seconds()).hasSize(20);
    assertThat(windows.seconds().get(0).reads()).isZero();
    assertThat(windows.seconds().get(0).replicaShare()).isNaN();
    assertThat(windows.seconds().get(1)).isEqualTo(new Windows.Second(1, 1_000, 0.7));
  }
}
