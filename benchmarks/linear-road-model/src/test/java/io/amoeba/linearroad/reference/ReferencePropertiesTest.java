package io.amoeba.linearroad.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.linearroad.answer.Answer;
import io.amoeba.linearroad.answer.AnswerComparison;
import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.generator.GeneratorConfig;
import io.amoeba.linearroad.generator.TrafficGenerator;
import io.amoeba.linearroad.generator.TrafficMode;
import io.amoeba.linearroad.history.SegmentHistory;
import io.amoeba.linearroad.history.SegmentRow;
import io.amoeba.linearroad.history.TollHistory;
import io.amoeba.linearroad.input.InputRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Properties of the whole model on random input. */
class ReferencePropertiesTest {
  static LongStream seeds() {
    return LongStream.rangeClosed(1, 60);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void answersAreThoseOfTheDefinitions(long seed) {
    List<InputRecord> input = denseInput(seed);

    AnswerSet answers =
        ReferenceModel.answers(input.iterator(), TollHistory.empty(), SegmentHistory.empty());

    assertThat(lines(answers)).isEqualTo(new Definitions(input).lines());
  }

  /** Random input in which every corner of the rules is frequent: few places, little movement. */
  private static List<InputRecord> denseInput(long seed) {
    Random random = new Random(seed);
    List<InputRecord> input = new ArrayList<>();
    // A crowd in segment 1 in one second of each minute, so that tolls occur there.
    for (int second = 10; second < 600; second += 60) {
      for (int vid = 1_000; vid < 1_000 + 45 + random.nextInt(20); vid++) {
        input.add(report(second, vid, 10 + random.nextInt(60), 0, 1, 0, 1));
      }
    }
    for (int vid = 0; vid < 14; vid++) {
      int[] at = {0, 1, 0, 1};
      for (int second = random.nextInt(60);
          second < 600;
          second += 1 + random.nextInt(random.nextInt(10) == 0 ? 120 : 20)) {
        if (random.nextInt(3) == 0) {
          at[0] = random.nextInt(12) == 0 ? 1 : 0;
          at[1] = random.nextInt(12) == 0 ? 4 : random.nextInt(2);
          at[2] = random.nextInt(6) == 0 ? 1 : 0;
          at[3] = random.nextInt(3);
        }
        input.add(report(second, vid, random.nextInt(80), at[0], at[1], at[2], at[3]));
        if (random.nextInt(4) == 0) {
          input.add(InputRecord.balanceQuery(second, random.nextInt(14), input.size()));
        }
      }
    }
    input.sort(Comparator.comparingInt(InputRecord::time));
    return input;
  }

  /** A report from the one position of a segment where vehicles meet. */
  private static InputRecord report(
      int second, int vid, int speed, int xway, int lane, int dir, int segment) {
    return InputRecord.positionReport(
        second, vid, speed, xway, lane, dir, segment, segment * 5280 + 9);
  }

  private static List<String> lines(AnswerSet answers) {
    List<String> lines = new ArrayList<>();
    for (int type = 0; type < AnswerSet.TYPES; type++) {
      answers.all(type).map(Answer::toLine).forEach(lines::add);
    }
    lines.sort(Comparator.naturalOrder());
    return lines;
  }

  @Test
  void denseInputHasTollsChargesAndAccidents() {
    List<String> lines = new Definitions(denseInput(1)).lines();

    assertThat(lines).anyMatch(line -> line.startsWith("0,") && !line.endsWith(",0"));
    assertThat(lines).anyMatch(line -> line.startsWith("1,"));
    assertThat(lines).anyMatch(line -> line.startsWith("2,") && !line.endsWith(",0"));
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23})
  void theOrderWithinASecondDoesNotMatter(long seed) {
    SegmentHistory segments =
        (dow, tod, xway, dir, segment) ->
            new SegmentRow(dow, tod, xway, dir, segment, 1 + (tod + segment) % 70, segment);
    GeneratorConfig config = new GeneratorConfig(TrafficMode.STEADY, 2, 0, 240, 300, 600, seed);
    List<InputRecord> generated = new ArrayList<>();
    TrafficGenerator.of(config).forEach(generated::add);
    List<InputRecord> shuffled = new ArrayList<>(generated);
    Collections.shuffle(shuffled, new Random(seed));
    shuffled.sort(Comparator.comparingInt(InputRecord::time));

    AnswerSet right =
        ReferenceModel.answers(generated.iterator(), (vid, day, xway) -> vid + day, segments);
    AnswerSet given =
        ReferenceModel.answers(shuffled.iterator(), (vid, day, xway) -> vid + day, segments);

    assertThat(shuffled).isNotEqualTo(generated);
    AnswerComparison comparison = AnswerComparison.of(right, given);
    assertThat(comparison.isEqual()).as(comparison.message()).isTrue();
    assertThat(comparison.types()).allMatch(type -> type.checked() > 0);
  }
}
