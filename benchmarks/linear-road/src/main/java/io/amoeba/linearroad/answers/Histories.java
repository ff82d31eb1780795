package io.amoeba.linearroad.answers;

import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.generator.HistoryGenerator;
import io.amoeba.linearroad.history.HistoryFile;
import io.amoeba.linearroad.history.SegmentHistory;
import io.amoeba.linearroad.history.TollHistory;
import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.reference.ReferenceModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Files of historical data; null: none. Immutable. */
public record Histories(@Nullable Path tolls, @Nullable Path segments) {
  /** Vehicles of each expressway that have a toll history; others never paid. */
  private static final int VEHICLES_PER_EXPRESSWAY = 10_000;

  private static final int ROWS_PER_VEHICLE = 5;

  /** Generates both files into a folder. */
  public static Histories generate(int expressways, long seed, Path folder) throws IOException {
    HistoryGenerator generator = new HistoryGenerator(expressways, seed);
    Path tolls = folder.resolve("toll-history.csv");
    Path segments = folder.resolve("segment-history.csv");
    generator.writeTolls(VEHICLES_PER_EXPRESSWAY * expressways, ROWS_PER_VEHICLE, tolls);
    generator.writeSegments(segments);
    return new Histories(tolls, segments);
  }

  /** The reference model's answers with these histories. */
  public AnswerSet referenceAnswers(Iterator<InputRecord> records) throws IOException {
    return ReferenceModel.answers(
        records,
        tolls == null ? TollHistory.empty() : HistoryFile.loadTolls(tolls),
        segments == null ? SegmentHistory.empty() : HistoryFile.loadSegments(segments));
  }
}
