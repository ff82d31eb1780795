package io.amoeba.linearroad.measure;

import io.amoeba.linearroad.answers.AnswerTimes;
import java.util.OptionalLong;

/**
 * The longest times in which no answer of any kind came: what a change costs those who wait.
 * Immutable.
 *
 * @param beforeMillis while nothing was changed; nothing: not known
 * @param changeMillis from the order to align until a moment after the last wanted change of maps;
 *     nothing: not known, or there was no change while traffic was fed
 */
public record AnswerGaps(OptionalLong beforeMillis, OptionalLong changeMillis) {
  /** Nothing is known. */
  public static final AnswerGaps NONE = new AnswerGaps(OptionalLong.empty(), OptionalLong.empty());

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
