package io.amoeba.experiments.reproduction;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A result that a paper states of its mechanism. Exactly one of {@code measured}, {@code missing}
 * and {@code unmeasured} is present. Immutable.
 *
 * @param id unique
 * @param source paper with section, figure or table
 * @param claim the figure and the conditions of its measurement
 * @param paper the paper's figure, for the page
 * @param unit of the series; empty: none
 * @param series numbers of the paper and of this repository; may be empty
 * @param measured where this repository's figure comes from
 * @param missing feature that does not exist yet
 * @param unmeasured why no experiment measures it
 */
record Headline(
    String id,
    Part part,
    String source,
    String claim,
    String paper,
    String unit,
    List<Bar> series,
    @Nullable Measured measured,
    @Nullable String missing,
    @Nullable String unmeasured) {
  Headline {
    unit = unit == null ? "" : unit;
    series = series == null ? List.of() : List.copyOf(series);
  }

  /** A mechanism of the papers, in the order of the page. */
  enum Part {
    ALIGNMENT("Aligned stream processing"),
    INCREMENTAL_STREAMING("Incremental streaming"),
    READ_HINTS("Read hints"),
    LEADERSHIP_CHANGE("Leadership change"),
    REQUEST_PRIORITY("Request priorities"),
    FRESH_READS("Fresh reads");

    private final String title;

    Part(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * Claims of an experiment's report.
   *
   * @param experiment its name
   * @param figure name of the measure
   * @param subject of the claim; null: all subjects
   */
  record Measured(String experiment, String figure, @Nullable String subject) {}

  /**
   * A bar of a plot, and beside it ours: a figure of a run or of a claim.
   *
   * @param paper null: the paper states no number
   * @param figure name of ours; null: there is none
   * @param of the run's mode, or the claim's subject
   */
  record Bar(String label, @Nullable Double paper, @Nullable String figure, @Nullable String of) {}
}
