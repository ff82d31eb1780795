package io.amoeba.linearroad.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class AnswerSetTest {
  private static final long[] VALUES = {
    0,
    1,
    2,
    60,
    65_535,
    65_536,
    Integer.MAX_VALUE,
    1L << 40,
    (1L << 48) - 1,
    1L << 48,
    -1,
    Integer.MIN_VALUE,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };

  static final List<Integer> TYPES = List.of(0, 1, 2, 3, 4);

  /** Fields of all sizes, also those that no packed form has room for. */
  @ParameterizedTest
  @FieldSource("TYPES")
  void holdsTheSameAsAPlainMap(int type) {
    Random random = new Random(type);
    Map<Answer, Integer> plain = new HashMap<>();
    AnswerSet answers = new AnswerSet();
    for (int i = 0; i < 50_000; i++) {
      Answer answer = answer(type, random);
      plain.merge(answer, 1, Integer::sum);
      answers.add(answer);
    }

    assertThat(answers.size(type)).isEqualTo(50_000);
    assertThat(answers.distinct(type)).containsExactlyInAnyOrderElementsOf(plain.keySet());
    List<Answer> wrong = new ArrayList<>();
    plain.forEach(
        (answer, count) -> {
          if (answers.count(answer) != count) {
            wrong.add(answer);
          }
        });
    assertThat(wrong).isEmpty();
    assertThat(answers.all(type).count()).isEqualTo(50_000);
  }

  @Test
  void anAnswerThatWasNotAddedIsNotCounted() {
    AnswerSet answers = new AnswerSet();
    answers.add(new TollNotification(0, 0, 9, 0, 0));

    assertThat(answers.count(new TollNotification(0, 0, 1, 0, 0))).isEqualTo(1);
    assertThat(answers.count(new TollNotification(0, 0, 1, 1, 0))).isZero();
    assertThat(answers.count(new TollNotification(0, 0, 1, -1, 0))).isZero();
    assertThat(answers.count(new TravelTime(0, 0, 0))).isZero();
  }

  private static Answer answer(int type, Random random) {
    long emit = Answer.NO_EMIT;
    return switch (type) {
      case 0 ->
          new TollNotification(narrow(random), narrow(random), emit, narrow(random), wide(random));
      case 1 ->
          new AccidentAlert(
              narrow(random), emit, narrow(random), narrow(random), narrow(random), narrow(random));
      case 2 ->
          new AccountBalance(narrow(random), emit, narrow(random), narrow(random), wide(random));
      case 3 -> new DailyExpenditure(narrow(random), emit, narrow(random), wide(random));
      default -> new TravelTime(narrow(random), wide(random), wide(random));
    };
  }

  private static int narrow(Random random) {
    return (int) wide(random);
  }

  private static long wide(Random random) {
    // Mostly small, so that the same answers come again.
    return random.nextInt(4) > 0 ? random.nextInt(3) : VALUES[random.nextInt(VALUES.length)];
  }
}
