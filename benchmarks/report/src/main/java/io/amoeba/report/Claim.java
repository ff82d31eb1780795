package io.amoeba.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Something that is said of what was measured, and whether it holds. Immutable.
 *
 * <p>One rule decides about every figure. Not its value is compared with the goal, but the interval
 * in which it lies:
 *
 * <ol>
 *   <li>An exact count ({@link Measure#EXACT}) has no noise: the goal is reached if every
 *       measurement meets it, and missed otherwise.
 *   <li>With six or more measurements, it is the 95 % confidence interval of their median.
 *   <li>With fewer, it reaches from the least to the greatest, and as far beyond them as the
 *       measure's noise.
 *   <li>With fewer of a figure whose noise is not known, nothing is decided.
 * </ol>
 *
 * The goal is reached if it contains the whole interval, missed if it contains no part of it, and
 * undecided otherwise. What was not measured is undecided, and so is a ratio to nothing: an
 * infinite one.
 *
 * @param required whether an experiment fails that does not reach it
 * @param evidence null: the statement has no figure
 */
public record Claim(
    String statement, Verdict verdict, boolean required, @Nullable Evidence evidence) {
  /** What the rule says. */
  public enum Verdict {
    /** The goal is reached, whatever the noise. */
    REACHED,
    /** The goal is not reached, whatever the noise. */
    MISSED,
    /** Noise decides, or nothing was measured. */
    UNDECIDED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The figure that was judged, in its own unit.
   *
   * @param subject whose it is
   * @param figure its name
   * @param value median of what was measured
   * @param from the interval in which it lies, as {@code to}
   * @param shown value and interval, for people
   * @param goal for people
   * @param paper what the paper measured; empty: nothing
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

  /**
   * Judges a figure by its measure's target.
   *
   * @param subject whose figure it is, for people
   * @param results equal measurements
   */
  public static <R> Claim of(String subject, Measure<R> measure, List<R> results) {
    return of(subject, measure, measure.spread(results));
  }

  /**
   * The same of measurements that are summarised already.
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

  /** A statement without noise, without which an experiment fails. */
  public static Claim stated(String statement, boolean holds) {
    return new Claim(statement, holds ? Verdict.REACHED : Verdict.MISSED, true, null);
  }

  /** Whether an experiment fails by it. */
  public boolean fails() {
    return required && verdict != Verdict.REACHED;
  }

  /** A line for each, for people. */
  public static String lines(List<Claim> claims) {
    return claims.stream()
        .map(claim -> "  %-10s %s%n".formatted(claim.verdict, claim.statement))
        .collect(Collectors.joining());
  }

  /** In which a figure lies; NaN: not known. */
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
