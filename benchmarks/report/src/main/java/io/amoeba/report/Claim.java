package io.amoeba.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A statement about measurements, with its verdict. Immutable.
 *
 * <p>One rule decides every figure by the interval in which it lies:
 *
 * <ol>
 *   <li>An exact count ({@link Measure#EXACT}) has no noise: the goal is reached if every
 *       measurement meets it, and missed otherwise.
 *   <li>With six or more measurements, the interval is the 95 % confidence interval of their
 *       median.
 *   <li>With fewer, it spans all measurements, extended by the measure's noise on both sides.
 *   <li>With fewer and unknown noise, the claim is undecided.
 * </ol>
 *
 * The goal is reached if it contains the whole interval, missed if it contains no part of it, and
 * undecided otherwise, as without any measurement, and as an infinite ratio to a baseline of zero.
 *
 * @param required whether the experiment fails unless the goal is reached
 * @param evidence null: the statement has no figure
 */
public record Claim(
    String statement, Verdict verdict, boolean required, @Nullable Evidence evidence) {
  /** Outcome of the rule. */
  public enum Verdict {
    REACHED,
    MISSED,
    UNDECIDED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The judged figure, in its own unit.
   *
   * @param figure its name
   * @param value median of the measurements
   * @param from start of the interval in which it lies
   * @param to end of that interval
   * @param shown value and interval, as text
   * @param paper the paper's figure; empty: none
   */
  public record Evidence(
      String subject,
      String figure,
      double value,
      double from,
      double to,
      String shown,
      String goal,
      String paper) {}

  /** Judges a figure of a subject by its measure's target. */
  public static <R> Claim of(String subject, Measure<R> measure, List<R> results) {
    return of(subject, measure, measure.spread(results));
  }

  /**
   * The same for summarised measurements.
   *
   * @throws IllegalArgumentException if the measure has no target
   */
  public static Claim of(String subject, Measure<?> measure, Spread seen) {
    Measure.Target target = measure.target();
    if (target == null) {
      throw new IllegalArgumentException(measure.name() + " has no target: give it one");
    }
    Interval interval = Interval.of(seen, target.noise());
    String unit = measure.unit().isEmpty() ? "" : " " + measure.unit();
    String shown = measure.format().apply(seen.median()) + unit + interval.text(measure);
    String goal = target.goal().text(measure.format());
    String statement =
        "%s: %s %s, goal %s%s"
            .formatted(
                subject,
                measure.title(),
                shown,
                goal,
                target.paper().isEmpty() ? "" : "; paper: " + target.paper());
    return new Claim(
        statement,
        interval.verdict(target.goal()),
        target.goal().required(),
        new Evidence(
            subject,
            measure.name(),
            seen.median(),
            interval.from,
            interval.to,
            shown,
            goal,
            target.paper()));
  }

  /** A required statement without noise. */
  public static Claim stated(String statement, boolean holds) {
    return new Claim(statement, holds ? Verdict.REACHED : Verdict.MISSED, true, null);
  }

  /**
   * The same of something that was perhaps not measured.
   *
   * @param measured false: the claim is undecided, whatever the statement's numbers say
   */
  public static Claim stated(String statement, boolean measured, boolean holds) {
    return measured
        ? stated(statement, holds)
        : new Claim(statement, Verdict.UNDECIDED, true, null);
  }

  /** Whether the experiment fails. */
  public boolean fails() {
    return required && verdict != Verdict.REACHED;
  }

  public static String lines(List<Claim> claims) {
    return claims.stream()
        .map(claim -> "  %-10s %s%n".formatted(claim.verdict, claim.statement))
        .collect(Collectors.joining());
  }

  /** The interval of a figure; NaN: unknown. */
  private record Interval(double from, double to, boolean exact) {
    static Interval of(Spread seen, double noise) {
      if (noise == Measure.EXACT) {
        return new Interval(seen.least(), seen.greatest(), true);
      }
      return seen.isConfident()
          ? new Interval(seen.medianFrom(), seen.medianTo(), false)
          : new Interval(seen.least() - noise, seen.greatest() + noise, false);
    }

    Verdict verdict(Goal goal) {
      if (!Double.isFinite(from) || !Double.isFinite(to)) {
        return Verdict.UNDECIDED;
      }
      if (goal.contains(from) && goal.contains(to)) {
        return Verdict.REACHED;
      }
      return exact || !goal.overlaps(from, to) ? Verdict.MISSED : Verdict.UNDECIDED;
    }

    String text(Measure<?> measure) {
      if (Double.isInfinite(from) || Double.isInfinite(to)) {
        return " (its baseline is 0)";
      }
      if (from == to) {
        return "";
      }
      return Double.isNaN(from)
          ? " (too few measurements to know the noise)"
          : " (%s to %s)".formatted(measure.format().apply(from), measure.format().apply(to));
    }
  }
}
