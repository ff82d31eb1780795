package io.amoeba.linearroad.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The answers of a run as one multiset per output type. The emit times of added answers are
 * dropped. Confined to one thread.
 */
public final class AnswerSet {
  /** The number of output types; they are numbered from 0. */
  public static final int TYPES = 5;

  private final List<PackedAnswers> answersByType = new ArrayList<>();
  private final long[] sizeByType = new long[TYPES];
  private long unreadableLines;
  private long unansweredTravelTimes;

  public AnswerSet() {
    for (int type = 0; type < TYPES; type++) {
      answersByType.add(new PackedAnswers(type));
    }
  }

  public void add(Answer answer) {
    answersByType.get(answer.type()).add(answer);
    sizeByType[answer.type()]++;
  }

  /** Adds the answer of an output line; a line that is none is counted as unreadable. */
  public void addLine(byte[] line, int from, int to) {
    Answer answer = Answers.parse(line, from, to);
    if (answer == null) {
      unreadableLines++;
    } else {
      add(answer);
    }
  }

  public void addUnansweredTravelTime() {
    unansweredTravelTimes++;
  }

  /** Number of answers of a type, including equal ones. */
  public long size(int type) {
    return sizeByType[type];
  }

  public long size() {
    return LongStream.of(sizeByType).sum();
  }

  /** How often the set has an answer, whatever its emit time. */
  public int count(Answer answer) {
    return answersByType.get(answer.type()).count(answer);
  }

  /** The different answers of a type, each once and in no order. */
  public Stream<Answer> distinct(int type) {
    return answersByType.get(type).distinct();
  }

  /** All answers of a type, equal ones each, in no order. */
  public Stream<Answer> all(int type) {
    return distinct(type).flatMap(a -> Stream.generate(() -> a).limit(count(a)));
  }

  public long unreadableLines() {
    return unreadableLines;
  }

  /** Travel time queries without an answer, because the segment history lacks rows. */
  public long unansweredTravelTimes() {
    return unansweredTravelTimes;
  }
}
