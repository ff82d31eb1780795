package io.amoeba.linearroad.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AnswerComparisonTest {
  private final AnswerSet right = new AnswerSet();
  private final AnswerSet given = new AnswerSet();

  @Test
  void equalAnswersInAnyOrderAndAtAnyTimeMatch() {
    right.add(new TollNotification(1, 60, -1, 39, 200));
    right.add(new TravelTime(9, 270, 23));
    given.add(new TravelTime(9, 270, 23));
    given.add(new TollNotification(1, 60, 1_700_000_000_000L, 39, 200));

    AnswerComparison comparison = AnswerComparison.of(right, given);

    assertThat(comparison.isEqual()).isTrue();
    assertThat(comparison.checked()).isEqualTo(2);
  }

  @Test
  void anAnswerGivenTwiceIsUnexpectedOnce() {
    right.add(new TravelTime(9, 270, 23));
    given.add(new TravelTime(9, 270, 23));
    given.add(new TravelTime(9, 270, 23));

    AnswerComparison.OfType type = AnswerComparison.of(right, given).types().get(4);

    assertThat(type.missing()).isZero();
    assertThat(type.unexpected()).isEqualTo(1);
    assertThat(type.unexpectedExamples()).containsExactly("4,9,270,23");
  }

  @Test
  void aWrongValueIsMissingAndUnexpected() {
    right.add(new AccountBalance(60, -1, 60, 9, 200));
    given.add(new AccountBalance(60, 5, 60, 9, 201));

    AnswerComparison comparison = AnswerComparison.of(right, given);

    assertThat(comparison.mismatches()).isEqualTo(2);
    assertThat(comparison.message())
        .contains("1 answers checked, 2 mismatches")
        .contains("missing    2,60,-1,60,9,200")
        .contains("unexpected 2,60,-1,60,9,201");
  }

  @Test
  void twentyExamplesAreKeptAndTheRestCounted() {
    for (int qid = 0; qid < 50; qid++) {
      right.add(new TravelTime(qid, 270, 23));
    }

    AnswerComparison.OfType type = AnswerComparison.of(right, given).types().get(4);

    assertThat(type.checked()).isEqualTo(50);
    assertThat(type.missing()).isEqualTo(50);
    assertThat(type.missingExamples()).hasSize(20);
  }

  @Test
  void unreadableLinesAreMismatches() {
    byte[] line = "what?".getBytes(StandardCharsets.US_ASCII);
    given.addLine(line, 0, line.length);

    AnswerComparison comparison = AnswerComparison.of(right, given);

    assertThat(comparison.isEqual()).isFalse();
    assertThat(comparison.unreadableLines()).isEqualTo(1);
    assertThat(given.size()).isZero();
  }
}
