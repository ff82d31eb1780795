package io.amoeba.linearroad.measure;

import io.amoeba.linearroad.answers.AnswerTimes;
import java.util.OptionalLong;

/**
 * The longest times without an answer of any kind: the cost of a change for users. Immutable.
 *
 * @param beforeMillis before any change; empty: not known
 * @param changeMillis from the order to align until a moment after the last change of maps; empty:
 *     not known, or there was no change while traffic was fed
 */
public record AnswerGaps(OptionalLong beforeMillis, OptionalLong changeMillis) {
  /** The longest times that touch these spans. */
  public static AnswerGaps of(AnswerTimes times, Figures.Span before, Figures.Span change) {
    return new AnswerGaps(longest(times, before), longest(times, change));
  }

  private static OptionalLong longest(AnswerTimes times, Figures.Span span) {
    return span.to() > span.from()
        ? times.longestGapMillis(span.from(), span.to())
        : OptionalLong.empty();
  }
}
