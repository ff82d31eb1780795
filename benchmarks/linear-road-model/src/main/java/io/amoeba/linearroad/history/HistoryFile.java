package io.amoeba.linearroad.history;

import io.amoeba.linearroad.csv.ForeignContent;
import io.amoeba.linearroad.csv.LineReader;
import io.amoeba.linearroad.input.FileReport;
import io.amoeba.linearroad.input.InputProblem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks and loads history files. The check keeps the keys of all rows in memory (20 to 45 bytes
 * per row) to find rows that appear twice. Loading throws {@link IllegalArgumentException} with all
 * problems that the check would report. Safe for concurrent use.
 */
public final class HistoryFile {
  private HistoryFile() {}

  /** Checks a file with rows {@code VID,Day,XWay,Toll}. */
  public static FileReport validateTolls(Path file) throws IOException {
    return read(file, RowField.OF_TOLLS, new LoadedTolls()::add);
  }

  /** Checks a file with rows {@code DOW,TOD,XWay,Dir,Seg,LAV,Toll}. */
  public static FileReport validateSegments(Path file) throws IOException {
    return read(file, RowField.OF_SEGMENTS, new LoadedSegments()::add);
  }

  /** Loads a file with rows {@code VID,Day,XWay,Toll} into memory. */
  public static TollHistory loadTolls(Path file) throws IOException {
    LoadedTolls tolls = new LoadedTolls();
    requireValid(file, read(file, RowField.OF_TOLLS, tolls::add));
    return tolls;
  }

  /** Loads a file with rows {@code DOW,TOD,XWay,Dir,Seg,LAV,Toll} into memory. */
  public static SegmentHistory loadSegments(Path file) throws IOException {
    LoadedSegments segments = new LoadedSegments();
    requireValid(file, read(file, RowField.OF_SEGMENTS, segments::add));
    return segments;
  }

  private static void requireValid(Path file, FileReport report) {
    if (!report.isValid()) {
      throw new IllegalArgumentException("bad history file " + file + ": " + report.message());
    }
  }

  private static FileReport read(Path file, List<RowField> columns, RowSink sink)
      throws IOException {
    FileReport.Builder report = new FileReport.Builder();
    Optional<ForeignContent> foreign = ForeignContent.of(file);
    if (foreign.isPresent()) {
      report.problem(InputProblem.of(foreign.get()));
      return report.build();
    }
    RowParser row = new RowParser(columns);
    try (LineReader lines = LineReader.open(file)) {
      while (lines.nextLine()) {
        report.line();
        InputProblem problem =
            row.read(lines.buffer(), lines.from(), lines.to(), lines.lineNumber());
        if (problem == null) {
          problem = sink.add(row, lines.lineNumber());
        }
        if (problem != null) {
          report.problem(problem);
        }
      }
    }
    return report.build();
  }

  /** Takes a row of valid fields; returns its problem, or null. */
  @FunctionalInterface
  interface RowSink {
    @Nullable InputProblem add(RowParser row, long lineNumber);
  }
}
