package io.amoeba.linearroad.generator;

import io.amoeba.linearroad.csv.DecimalDigits;
import io.amoeba.linearroad.history.SegmentRow;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Generates the historical data that queries refer to, seeded and deterministic, without holding
 * rows in memory. Safe for concurrent use.
 */
public final class HistoryGenerator {
  private static final int DAYS = 69;
  private static final int DAYS_PER_WEEK = 7;
  private static final int MINUTES_PER_DAY = 1440;
  private static final int TOLLS = 99;

  /** Room that a row of seven numbers fits into, with its line feed. */
  private static final int MAX_LINE_BYTES = 7 * 12 + 1;

  private final int expressways;
  private final long seed;

  /** Generates for expressways from 0 on. */
  public HistoryGenerator(int expressways, long seed) {
    if (expressways < 1) {
      throw new IllegalArgumentException(
          "cannot generate history for " + expressways + " expressways: use 1 or more");
    }
    this.expressways = expressways;
    this.seed = seed;
  }

  /**
   * Writes toll rows for the vehicles 0 to {@code vehicles} - 1: for each, as many different days
   * (1 to 69), on an expressway each, with a toll of 0 to 98. Returns the number of rows.
   */
  public long writeTolls(int vehicles, int rowsPerVehicle, Path file) throws IOException {
    if (rowsPerVehicle < 0 || rowsPerVehicle > DAYS) {
      throw new IllegalArgumentException(
          "cannot generate " + rowsPerVehicle + " rows per vehicle: use 0 to " + DAYS);
    }
    SplittableRandom random = new SplittableRandom(seed);
    byte[] line = new byte[MAX_LINE_BYTES];
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      for (int vid = 0; vid < vehicles; vid++) {
        int firstDay = random.nextInt(DAYS);
        for (int i = 0; i < rowsPerVehicle; i++) {
          int day = (firstDay + i) % DAYS + 1;
          int xway = random.nextInt(expressways);
          writeLine(out, line, vid, day, xway, random.nextInt(TOLLS));
        }
      }
    }
    return (long) vehicles * rowsPerVehicle;
  }

  /**
   * Writes a segment row for each day of the week, 5 minutes, expressway, direction and segment.
   * Returns the number of rows.
   */
  public long writeSegments(Path file) throws IOException {
    SplittableRandom random = new SplittableRandom(~seed);
    int places = expressways * 2 * Road.SEGMENTS;
    byte[] line = new byte[MAX_LINE_BYTES];
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      for (int dow = 1; dow <= DAYS_PER_WEEK; dow++) {
        for (int tod = 0; tod < MINUTES_PER_DAY; tod += SegmentRow.VALID_MINUTES) {
          for (int place = 0; place < places; place++) {
            int xway = place / (2 * Road.SEGMENTS);
            int dir = place / Road.SEGMENTS % 2;
            int lav = usualSpeed(tod) + random.nextInt(21) - 10;
            int toll = lav < 40 ? random.nextInt(TOLLS) : 0;
            writeLine(out, line, dow, tod, xway, dir, place % Road.SEGMENTS, lav, toll);
          }
        }
      }
    }
    return (long) DAYS_PER_WEEK * (MINUTES_PER_DAY / SegmentRow.VALID_MINUTES) * places;
  }

  /** Rush hours from 7 to 9 and from 16 to 19. */
  private static int usualSpeed(int tod) {
    int hour = tod / 60;
    boolean rush = (hour >= 7 && hour < 9) || (hour >= 16 && hour < 19);
    return rush ? 35 : 58;
  }

  private static void writeLine(OutputStream out, byte[] line, long... row) throws IOException {
    int end = DecimalDigits.putAll(line, 0, row);
    line[end] = '\n';
    out.write(line, 0, end + 1);
  }
}
