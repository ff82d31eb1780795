package io.amoeba.linearroad.job;

import io.amoeba.linearroad.history.SegmentRow;
import io.amoeba.linearroad.input.InputRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Nasty input: few segments, so that tolls are due; stops on few spots, so that there are many
 * accidents; exits, returns, changes of direction and expressway, and queries of all types.
 */
final class RandomTraffic {
  private static final int XWAYS = 2;
  private static final int SEGMENTS = 4;
  private static final int REPORT_SECONDS = 9;

  private final Random random;
  private final List<InputRecord> records = new ArrayList<>();
  private int nextQid = 1;

  private RandomTraffic(long seed) {
    random = new Random(seed);
  }

  /** Records ordered by time. */
  static List<InputRecord> records(long seed, int vehicles, int seconds) {
    RandomTraffic traffic = new RandomTraffic(seed);
    for (int vid = 0; vid < vehicles; vid++) {
      traffic.drive(vid, seconds);
    }
    traffic.records.sort(Comparator.comparingInt(InputRecord::time));
    return traffic.records;
  }

  private void drive(int vid, int seconds) {
    int time = random.nextInt(60);
    int xway = random.nextInt(XWAYS);
    int dir = random.nextInt(2);
    int segment = random.nextInt(SEGMENTS);
    int lane = 0;
    int offset = random.nextInt(3);
    boolean stopped = false;
    while (time < seconds) {
      int position = segment * InputRecord.SEGMENT_FEET + offset * 1000;
      records.add(
          InputRecord.positionReport(
              time, vid, stopped ? 0 : random.nextInt(60), xway, lane, dir, segment, position));
      maybeAsk(vid, time, xway);
      time += 1 + random.nextInt(REPORT_SECONDS);
      int dice = random.nextInt(100);
      if (lane == 4) {
        time += random.nextInt(120);
        lane = random.nextInt(4) == 0 ? 1 : 0;
        xway = random.nextInt(XWAYS);
        dir = random.nextInt(2);
        segment = random.nextInt(SEGMENTS);
        stopped = false;
      } else if (stopped) {
        stopped = dice >= 12;
      } else if (dice < 6) {
        stopped = true;
        lane = 1;
        offset = 0;
      } else if (dice < 12) {
        lane = 4;
        segment = random.nextBoolean() ? segment : (segment + 1) % SEGMENTS;
      } else {
        lane = 1 + random.nextInt(3);
        offset = random.nextInt(3);
        segment = dice < 45 ? (segment + 1) % SEGMENTS : segment;
      }
    }
  }

  private void maybeAsk(int vid, int time, int xway) {
    int dice = random.nextInt(40);
    if (dice == 0) {
      records.add(InputRecord.balanceQuery(time + random.nextInt(5), vid, nextQid++));
    } else if (dice == 1) {
      records.add(InputRecord.expenditureQuery(time, vid, xway, nextQid++, 1 + random.nextInt(69)));
    } else if (dice == 2) {
      records.add(
          InputRecord.travelTimeQuery(
              time,
              vid,
              xway,
              nextQid++,
              random.nextInt(100),
              random.nextInt(100),
              1 + random.nextInt(7),
              random.nextInt(1441)));
    }
  }

  static List<TollRow> tolls(long seed, int vehicles) {
    Random random = new Random(seed);
    List<TollRow> rows = new ArrayList<>();
    for (int vid = 0; vid < vehicles; vid++) {
      for (int day = 1; day <= 69; day += 1 + random.nextInt(3)) {
        rows.add(new TollRow(vid, day, random.nextInt(XWAYS), random.nextInt(99)));
      }
    }
    return rows;
  }

  /** All rows of all days but for a few segments at some times. */
  static List<SegmentRow> segments(long seed) {
    Random random = new Random(seed);
    List<SegmentRow> rows = new ArrayList<>();
    for (int xway = 0; xway < XWAYS; xway++) {
      for (int dir = 0; dir < 2; dir++) {
        for (int dow = 1; dow <= 7; dow++) {
          for (int tod = 0; tod < 1440; tod += SegmentRow.VALID_MINUTES) {
            addRows(rows, random, new int[] {xway, dir, dow, tod});
          }
        }
      }
    }
    return rows;
  }

  private static void addRows(List<SegmentRow> rows, Random random, int[] at) {
    for (int segment = 0; segment < 100; segment++) {
      if (random.nextInt(2_000) > 0) {
        rows.add(
            new SegmentRow(
                at[2], at[3], at[0], at[1], segment, random.nextInt(101), random.nextInt(100)));
      }
    }
  }
}
