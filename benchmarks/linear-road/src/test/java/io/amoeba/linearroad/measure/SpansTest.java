package io.amoeba.linearroad.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.linearroad.answers.LatencySeries;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpansTest {
  private static final Spans IN_MID_RUN = new Spans(10_000, 40_000, 25_000, 27_000);
  private static final Spans FROM_THE_BEGINNING = new Spans(10_000, 40_000, 5_000, 8_000);
  private static final Spans NEVER = new Spans(10_000, 40_000, 0, 0);

  @Test
  void ratesBeforeAreThoseOfAWarmJob() {
    assertThat(IN_MID_RUN.before()).isEqualTo(new Figures.Span(20_000, 25_000));
    assertThat(NEVER.before()).isEqualTo(new Figures.Span(30_000, 40_000));
  }

  @Test
  void allRequestsBeforeCount() {
    assertThat(IN_MID_RUN.requestsBefore()).isEqualTo(new Figures.Span(10_000, 25_000));
    assertThat(NEVER.requestsBefore()).isEqualTo(new Figures.Span(10_000, 40_000));
  }

  @Test
  void lateTaskManagersHardlyChangeTheLocalHitRateBefore() {
    // The second TaskManager's counters, of remote requests only, arrive in one observation of
    // four.
    List<Sample> samples =
        List.of(
            Samples.of(11_000, 1, 0, 0, 0),
            Samples.of(15_000, 1, 0, 400, 400),
            Samples.of(19_000, 1, 0, 800, 800),
            Samples.of(21_000, 1, 0, 1_000, 1_000),
            Samples.of(23_000, 1, 0, 1_200, 1_000));

    Figures figures =
        Figures.of(samples, new LatencySeries(), IN_MID_RUN.before(), IN_MID_RUN.requestsBefore());

    assertThat(figures.localHitRate()).isBetween(0.5, 0.55);
  }

  @Test
  void changeEndsAMomentAfterTheLastMap() {
    assertThat(IN_MID_RUN.change()).isEqualTo(new Figures.Span(25_000, 29_000));
    assertThat(new Spans(10_000, 28_000, 25_000, 27_000).change())
        .as("traffic ended before")
        .isEqualTo(new Figures.Span(25_000, 28_000));
    assertThat(FROM_THE_BEGINNING.change())
        .as("no change while feeding")
        .isEqualTo(new Figures.Span(0, 0));
  }

  @Test
  void afterTheChangeCountsUntilTheEnd() {
    assertThat(IN_MID_RUN.after()).isEqualTo(new Figures.Span(29_000, 40_000));
    assertThat(IN_MID_RUN.requestsAfter(43_000)).isEqualTo(new Figures.Span(29_000, 43_000));
    assertThat(IN_MID_RUN.afterInputOfFile(43_000)).isEqualTo(new Figures.Span(29_000, 43_000));
  }

  @Test
  void jobThatWasAlignedFirstIsMeasuredWhenItIsWarm() {
    assertThat(FROM_THE_BEGINNING.after()).isEqualTo(new Figures.Span(30_000, 40_000));
    assertThat(FROM_THE_BEGINNING.requestsAfter(43_000)).isEqualTo(new Figures.Span(8_000, 43_000));
    assertThat(FROM_THE_BEGINNING.afterInputOfFile(43_000))
        .isEqualTo(new Figures.Span(10_000, 43_000));
  }
}
