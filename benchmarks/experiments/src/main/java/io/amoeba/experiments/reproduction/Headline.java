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
 * @param paper the paper's figure, for people
 * @param unit of the series; empty: none
 * @param series numbers that the paper states, with ours; may be empty
 * @param measured where our figure comes from
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
    /** Dissertation, chapter 5. */
    ALIGNMENT("Aligned stream processing"),
    /** Dissertation, chapter 2. */
    INCREMENTAL_STREAMING("Incremental streaming"),
    /** Dissertation, chapter 4, and the paper on read hints. */
    READ_HINTS("Read hints"),
    /** Dissertation, chapter 3, and the paper on leadership change. */
    LEADERSHIP_CHANGE("Leadership change"),
    /** The paper on priorities. */
    REQUEST_PRIORITY("Request priorities"),
    /** The paper on Decongestant. */
    FRESH_READS("Fresh reads");

    private final String title;

    Part(String title) {
      this.title = title;
    }

    /** A heading. */
    String title() {
      return title;
    }

    /** As the list of headlines names it. */
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
   * @param figure of ours; null: there is none
   * @param of the run's mode, or the claim's subject
   */
  record Bar(String label, @Nullable Double paper, @Nullable String figure, @Nullable String of) {}
}
