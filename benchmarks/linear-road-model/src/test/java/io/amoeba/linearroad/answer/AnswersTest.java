package io.amoeba.linearroad.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswersTest {
  @Test
  void everyTypeHasItsLine() {
    assertThat(new TollNotification(7, 60, 1_700_000_000_123L, 39, 200).toLine())
        .isEqualTo("0,7,60,1700000000123,39,200");
    assertThat(new AccidentAlert(60, 5, 1, 50, 0, 7).toLine()).isEqualTo("1,60,5,1,50,0,7");
    assertThat(new AccountBalance(60, 5, 60, 9, 1_000_000_000_000L).toLine())
        .isEqualTo("2,60,5,60,9,1000000000000");
    assertThat(new DailyExpenditure(60, 5, 9, 98).toLine()).isEqualTo("3,60,5,9,98");
    assertThat(new TravelTime(9, 270, 23).toLine()).isEqualTo("4,9,270,23");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0,7,60,1700000000123,39,200",
        "1,60,5,1,50,0,7",
        "2,60,5,60,9,1000000000000",
        "3,60,-1,9,98",
        "4,9,270,23"
      })
  void aLineIsReadAsTheAnswerThatWritesIt(String line) {
    Answer answer = parse(line);

    assertThat(answer).isNotNull();
    assertThat(answer.toLine()).isEqualTo(line);
    assertThat(parse(line + "\r")).isEqualTo(answer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "5,1,2,3",
        "-1,1,2,3",
        "0,7,60,5,39",
        "0,7,60,5,39,200,1",
        "0,7,60,5,39,",
        "0,7,60,5,39,2x",
        "0,7, 60,5,39,200",
        "0,7,3000000000,5,39,200",
        "4,9,270",
        "1,60,5,1,50,0,7,8"
      })
  void anyOtherLineIsNoAnswer(String line) {
    assertThat(parse(line)).isNull();
  }

  @Test
  void theEmitTimeIsDroppedForComparisons() {
    assertThat(new TollNotification(7, 60, 5, 39, 200).withoutEmit())
        .isEqualTo(new TollNotification(7, 60, 6, 39, 200).withoutEmit())
        .isNotEqualTo(new TollNotification(7, 60, 5, 39, 201).withoutEmit());
  }

  @SuppressWarnings("NullAway")
  private static Answer parse(String line) {
    byte[] bytes = ("xx" + line + "yy").getBytes(StandardCharsets.US_ASCII);
    return Answers.parse(bytes, 2, bytes.length - 2);
  }
}
