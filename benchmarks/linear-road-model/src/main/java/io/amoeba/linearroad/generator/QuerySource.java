package io.amoeba.linearroad.generator;

import io.amoeba.linearroad.input.InputRecord;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Spawns queries: 1 % of the position reports spawn one, of which 50 % request the balance, 10 % a
 * daily expenditure and 40 % a travel time.
 */
final class QuerySource {
  private static final int REPORTS_PER_QUERY = 100;
  private static final int DAYS = 69;

  private final SplittableRandom random;
  private final int expressways;
  private int nextQid;

  QuerySource(SplittableRandom random, int expressways) {
    this.random = random;
    this.expressways = expressways;
  }

  /** The query that a report spawns, or null. */
  @Nullable InputRecord spawnedBy(InputRecord report) {
    if (random.nextInt(REPORTS_PER_QUERY) != 0) {
      return null;
    }
    int qid = nextQid++;
    int percent = random.nextInt(100);
    if (percent < 50) {
      return InputRecord.balanceQuery(report.time(), report.vid(), qid);
    }
    if (percent < 60) {
      int day = 1 + random.nextInt(DAYS);
      return InputRecord.expenditureQuery(report.time(), report.vid(), report.xway(), qid, day);
    }
    return InputRecord.travelTimeQuery(
        report.time(),
        report.vid(),
        random.nextInt(expressways),
        qid,
        random.nextInt(Road.SEGMENTS),
        random.nextInt(Road.SEGMENTS),
        1 + random.nextInt(7),
        1 + random.nextInt(1440));
  }
}
