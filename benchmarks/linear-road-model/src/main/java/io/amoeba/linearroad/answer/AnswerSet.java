package io.amoeba.linearroad.answer;

import java.util.ArrayList;
import java.util.List;
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

  /** An empty set. */
  public AnswerSet() {
    for (int type = 0; type < TYPES; type++) {
      answersByType.add(new PackedAnswers(type));
    }
  }

  /** Adds one answer. */
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

  /** Counts a travel time query that the segment history cannot answer. */
  public void addUnansweredTravelTime() {
    unansweredTravelTimes++;
  }

  /** How many answers of a type there are, equal ones counted each. */
  public long size(int type) {
    return sizeByType[type];
  }

  /** How many answers of all types there are. */
  public long size() {
    long size = 0;
    for (long ofType : sizeByType) {
      size += ofType;
    }
    return size;
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

  /** How many added lines were no answers. */
  public long unreadableLines() {
    return unreadableLines;
  }

  /** How many travel time queries could not be answered for want of history rows. */
  public long unansweredTravelTimes() {
    return unansweredTravelTimes;
  }
}
