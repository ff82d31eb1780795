package io.amoeba.linearroad.answers;

import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.history.HistoryFile;
import io.amoeba.linearroad.history.SegmentHistory;
import io.amoeba.linearroad.history.TollHistory;
import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.reference.ReferenceModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The right answers, with histories from files. Stateless. */
public final class ReferenceAnswers {
  private ReferenceAnswers() {}

  /**
   * Computes the right answers.
   *
   * @param historical toll history; null: none
   * @param segmentHistory null: none
   */
  public static AnswerSet compute(
      Iterator<InputRecord> records, @Nullable Path historical, @Nullable Path segmentHistory)
      throws IOException {
    TollHistory tolls =
        historical == null ? TollHistory.empty() : HistoryFile.loadTolls(historical);
    SegmentHistory segments =
        segmentHistory == null ? SegmentHistory.empty() : HistoryFile.loadSegments(segmentHistory);
    return ReferenceModel.answers(records, tolls, segments);
  }
}
