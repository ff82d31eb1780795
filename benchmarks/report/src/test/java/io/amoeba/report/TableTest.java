package io.amoeba.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  private record Run(String mode, double seconds, double ratio) {}

  private static final Measure<Run> SECONDS =
      Measure.<Run>whole("joinSeconds", "first served", "s", Run::seconds)
          .openEnded(run -> run.seconds > 1_000);

  private static final Measure<Run> RATIO = Measure.ratio("afterRatio", "after", Run::ratio);

  private static final List<Run> RUNS =
      List.of(new Run("stock", 309, 1.346), new Run("incremental", 1_750, Double.NaN));

  @Test
  void everyMeasureIsAColumnUnderItsTitleAndUnit() {
    assertThat(Table.of(RUNS, Run::mode, List.of(SECONDS, RATIO)))
        .isEqualTo(
            """
                          first
                         served
                              s  after
            stock           309  x1.35
            incremental  >1,750      -
            """);
  }

  @Test
  void repeatsAreShownByMedianAndExtremes() {
    assertThat(
            Table.ofSpreads(List.of("all"), group -> group, group -> RUNS, List.of(SECONDS, RATIO)))
        .endsWith("all  1,030 (309-1,750)  x1.35 (x1.35-x1.35)\n");
  }
}
