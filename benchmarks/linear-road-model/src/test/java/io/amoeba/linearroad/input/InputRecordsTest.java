package io.amoeba.linearroad.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InputRecordsTest {
  @Test
  void theFieldsHaveTheirOriginalOrder() {
    assertThat(parse("0,1,2,3,4,1,1,7,40000,9,10,11,12,13,14"))
        .isEqualTo(new InputRecord(0, 1, 2, 3, 4, 1, 1, 7, 40_000, 9, 10, 11, 12, 13, 14));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0,10799,2147483647,100,0,4,1,99,527999,-1,-1,-1,-1,-1,-1",
        "0,0,0,0,0,0,0,0,0,-1,-1,-1,-1,-1,-1",
        "2,17,207,-1,-1,-1,-1,-1,-1,12,-1,-1,-1,-1,-1",
        "3,17,207,-1,3,-1,-1,-1,-1,12,-1,-1,-1,-1,69",
        "4,17,207,-1,3,-1,-1,-1,-1,12,99,0,7,1440,-1",
        "4,17,207,-1,3,-1,-1,-1,-1,12,0,99,1,0,-1",
        "0,10000000,1,1,1,1,1,1,1,-2147483648,-1,-1,-1,-1,-1"
      })
  void aValidLineIsReadAndWrittenUnchanged(String line) {
    assertThat(parse(line)).isInstanceOf(InputRecord.class);
    assertThat(new String(InputRecords.toBytes((InputRecord) parse(line)), StandardCharsets.UTF_8))
        .isEqualTo(line);
    assertThat(parse(line + "\r")).isEqualTo(parse(line));
  }

  @Test
  void factoryMethodsLeaveUnusedFieldsAtMinusOne() {
    assertThat(text(InputRecord.positionReport(1, 2, 3, 4, 1, 0, 6, 7)))
        .isEqualTo("0,1,2,3,4,1,0,6,7,-1,-1,-1,-1,-1,-1");
    assertThat(text(InputRecord.balanceQuery(1, 2, 3)))
        .isEqualTo("2,1,2,-1,-1,-1,-1,-1,-1,3,-1,-1,-1,-1,-1");
    assertThat(text(InputRecord.expenditureQuery(1, 2, 3, 4, 5)))
        .isEqualTo("3,1,2,-1,3,-1,-1,-1,-1,4,-1,-1,-1,-1,5");
    assertThat(text(InputRecord.travelTimeQuery(1, 2, 3, 4, 5, 6, 7, 8)))
        .isEqualTo("4,1,2,-1,3,-1,-1,-1,-1,4,5,6,7,8,-1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,0,1,1,1,1,1,1,1,-1,-1,-1,-1,-1,-1 | Type | 1",
        "-1,0,1,1,1,1,1,1,1,-1,-1,-1,-1,-1,-1 | Type | -1",
        "5,0,1,1,1,1,1,1,1,-1,-1,-1,-1,-1,-1 | Type | 5",
        "0,-1,1,1,1,1,1,1,1,-1,-1,-1,-1,-1,-1 | Time | -1",
        "0,10000001,1,1,1,1,1,1,1,-1,-1,-1,-1,-1,-1 | Time | 10000001",
        "0,0,-1,1,1,1,1,1,1,-1,-1,-1,-1,-1,-1 | VID | -1",
        "0,0,1,101,1,1,1,1,1,-1,-1,-1,-1,-1,-1 | Spd | 101",
        "0,0,1,1,-1,1,1,1,1,-1,-1,-1,-1,-1,-1 | XWay | -1",
        "0,0,1,1,1,5,1,1,1,-1,-1,-1,-1,-1,-1 | Lane | 5",
        "0,0,1,1,1,1,2,1,1,-1,-1,-1,-1,-1,-1 | Dir | 2",
        "0,0,1,1,1,1,1,-1,1,-1,-1,-1,-1,-1,-1 | Seg | -1",
        "0,0,1,1,1,1,1,100,1,-1,-1,-1,-1,-1,-1 | Seg | 100",
        "0,0,1,1,1,1,1,1,528000,-1,-1,-1,-1,-1,-1 | Pos | 528000",
        "2,0,1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1 | QID | -1",
        "3,0,1,-1,1,-1,-1,-1,-1,1,-1,-1,-1,-1,0 | Day | 0",
        "3,0,1,-1,1,-1,-1,-1,-1,1,-1,-1,-1,-1,70 | Day | 70",
        "4,0,1,-1,1,-1,-1,-1,-1,1,100,1,1,1,-1 | Sinit | 100",
        "4,0,1,-1,1,-1,-1,-1,-1,1,1,-1,1,1,-1 | Send | -1",
        "4,0,1,-1,1,-1,-1,-1,-1,1,1,1,0,1,-1 | DOW | 0",
        "4,0,1,-1,1,-1,-1,-1,-1,1,1,1,8,1,-1 | DOW | 8",
        "4,0,1,-1,1,-1,-1,-1,-1,1,1,1,1,1441,-1 | TOD | 1441",
        "0,0,x1,1,1,1,1,1,1,-1,-1,-1,-1,-1,-1 | VID | x1",
        "0,0,2147483648,1,1,1,1,1,1,-1,-1,-1,-1,-1,-1 | VID | 2147483648",
        "0,0,1,1.5,1,1,1,1,1,-1,-1,-1,-1,-1,-1 | Spd | 1.5",
        "0,0,+1,1,1,1,1,1,1,-1,-1,-1,-1,-1,-1 | VID | +1",
        "0,0,1,1,1,1,1,1,1,-1,-1,-1,-1,-1,- | Day | -",
        "0,0,1,-,1,1,1,1,1,-1,-1,-1,-1,-1,-1 | Spd | -"
      })
  void anInvalidLineNamesFieldAndValue(String line, String field, String value) {
    assertThat(parse(line))
        .isInstanceOfSatisfying(
            InputProblem.class,
            problem -> {
              assertThat(problem.field()).isEqualTo(field);
              assertThat(problem.value()).isEqualTo(value);
              assertThat(problem.lineNumber()).isEqualTo(42);
              assertThat(problem.remedy()).startsWith("use ");
            });
  }

  @Test
  void anEmptyFieldIsNamed() {
    assertThat(parse("0,0,,1,1,1,1,1,1,-1,-1,-1,-1,-1,-1"))
        .isEqualTo(
            new InputProblem(
                42,
                "VID",
                "",
                "use an integer from 0 to 2147483647, or -1 where the type does not use the"
                    + " field"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "0,10,7,55,0,1,0,10,53",
        "0,1,1,1,1,1,1,1,1,-1,-1,-1,-1,-1",
        "0,1,1,1,1,1,1,1,1,-1,-1,-1,-1,-1,-1,-1",
        "T,60"
      })
  void aLineWithTooFewOrTooManyFieldsIsShownWhole(String line) {
    assertThat(parse(line))
        .isInstanceOfSatisfying(
            InputProblem.class,
            problem -> {
              assertThat(problem.field()).isEqualTo("the line");
              assertThat(problem.value()).isEqualTo(line);
              assertThat(problem.remedy()).contains("15 comma-separated integers");
            });
  }

  @Test
  void everyTruncationOfALineIsAProblem() {
    String line = "0,10,7,55,0,1,0,10,53000,-1,-1,-1,-1,-1,-1";

    for (int length = 0; length < line.length(); length++) {
      assertThat(parse(line.substring(0, length))).isInstanceOf(InputProblem.class);
    }
  }

  @Test
  void ticksAreRecognised() {
    assertThat(tick("T,0")).isZero();
    assertThat(tick("T,10799")).isEqualTo(10_799);
    assertThat(tick("T,10799\r")).isEqualTo(10_799);
    assertThat(tick(new String(InputRecords.tick(615), StandardCharsets.US_ASCII))).isEqualTo(615);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "T", "T,", "T,-1", "T,1,2", "T,x", "t,1", "0,1,2", "TT,1"})
  void anythingElseIsNoTick(String line) {
    assertThat(tick(line)).isEqualTo(-1);
  }

  private static int tick(String line) {
    byte[] bytes = ("xx" + line + "1").getBytes(StandardCharsets.UTF_8);
    return InputRecords.tickTime(bytes, 2, bytes.length - 1);
  }

  private static String text(InputRecord record) {
    return new String(InputRecords.toBytes(record), StandardCharsets.US_ASCII);
  }

  /** Parses the line out of the middle of an array, whose other bytes must not matter. */
  private static InputLine parse(String line) {
    byte[] bytes = ("9," + line + ",9").getBytes(StandardCharsets.ISO_8859_1);
    return InputRecords.parse(bytes, 2, bytes.length - 2, 42);
  }
}
