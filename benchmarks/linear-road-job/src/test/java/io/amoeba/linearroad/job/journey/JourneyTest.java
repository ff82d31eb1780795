package io.amoeba.linearroad.job.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.answer.TravelTime;
import io.amoeba.linearroad.history.SegmentHistory;
import io.amoeba.linearroad.history.SegmentRow;
import io.amoeba.linearroad.history.TollHistory;
import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.reference.ReferenceModel;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JourneyTest {
  @Test
  void drivesAsTheReferenceModel() {
    for (int mostLav : new int[] {1, 3, 40, 100}) {
      for (int seed = 0; seed < 150; seed++) {
        Random random = new Random(seed);
        int salt = random.nextInt();
        boolean withGaps = random.nextBoolean();
        SegmentHistory history =
            (dow, tod, xway, dir, segment) -> row(salt, mostLav, withGaps, dow, tod, segment);
        InputRecord query =
            InputRecord.travelTimeQuery(
                0,
                1,
                0,
                5,
                random.nextInt(100),
                random.nextInt(100),
                1 + random.nextInt(7),
                random.nextInt(1441));

        TravelTime answer = drive(query, history);

        AnswerSet right =
            ReferenceModel.answers(List.of(query).iterator(), TollHistory.empty(), history);
        String shown = "seed " + seed + ", LAV up to " + mostLav + ", " + query;
        if (answer == null) {
          assertThat(right.size()).as(shown).isZero();
        } else {
          assertThat(right.count(answer)).as(shown).isEqualTo(1);
        }
      }
    }
  }

  private static @Nullable SegmentRow row(
      int salt, int mostLav, boolean withGaps, int dow, int tod, int segment) {
    if (tod > 1440) {
      return null;
    }
    Random random = new Random(salt + 31L * (segment + 101L * (tod + 1500L * dow)));
    if (tod == 1440 && random.nextBoolean() || withGaps && random.nextInt(300) == 0) {
      return null;
    }
    return new SegmentRow(
        dow, tod, 0, 0, segment, random.nextInt(mostLav + 1), random.nextInt(100));
  }

  private static @Nullable TravelTime drive(InputRecord query, SegmentHistory history) {
    Journey journey = new Journey(query);
    do {
      for (String field : journey.neededFields()) {
        journey.put(field, packed(field, history));
      }
    } while (!journey.drive());
    return journey.answer();
  }

  private static String packed(String field, SegmentHistory history) {
    int dow = Integer.parseInt(field.substring(0, 1));
    int tod = Integer.parseInt(field.substring(2));
    SegmentRows rows = new SegmentRows();
    for (int segment = 0; segment < JourneyTable.SEGMENTS; segment++) {
      SegmentRow row = history.row(dow, tod, 0, 0, segment);
      if (row != null) {
        rows.put(segment, row.lav(), row.toll());
      }
    }
    return rows.pack();
  }
}
