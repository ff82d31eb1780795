package io.amoeba.linearroad.input;

import io.amoeba.linearroad.csv.ForeignContent;
import io.amoeba.linearroad.csv.LineReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks and reads files of input lines. The check streams: its memory holds the vehicles of one
 * second. Files that cannot be read are reported as {@link IOException}. Safe for concurrent use.
 */
public final class InputFile {
  private InputFile() {}

  /**
   * The result of a check.
   *
   * @param clampedSpeeds position reports whose speed the dialect reads as 100 mph
   */
  public record Check(FileReport report, long positionReports, long clampedSpeeds) {
    /** Of no file. */
    public static final Check NONE = new Check(new FileReport(0, 0, List.of()), 0, 0);
  }

  /**
   * Checks every line, that times never decrease, and that no vehicle reports twice in a second. A
   * file without a position report has nothing to compute, which is a problem, too.
   */
  public static Check validate(Path file, InputDialect dialect) throws IOException {
    FileReport.Builder report = new FileReport.Builder();
    OrderCheck order = new OrderCheck(report);
    DialectReader reader = new DialectReader(dialect);
    Optional<ForeignContent> foreign = ForeignContent.of(file);
    if (foreign.isPresent()) {
      report.problem(InputProblem.of(foreign.get()));
      return new Check(report.build(), 0, 0);
    }
    try (LineReader lines = LineReader.open(file)) {
      while (lines.nextLine()) {
        report.line();
        InputLine line = reader.read(lines);
        if (line instanceof InputRecord record) {
          order.check(record, lines.lineNumber());
        } else if (line instanceof InputProblem problem) {
          report.problem(problem);
        }
      }
    }
    if (order.positionReports == 0 && !report.hasProblems()) {
      report.problem(
          new InputProblem(
              0,
              "the file",
              "without a position report",
              "add lines of type 0, without which no answer can be checked"));
    }
    return new Check(report.build(), order.positionReports, reader.clampedSpeeds());
  }

  /**
   * Opens a file whose records are read one by one. A bad line ends the reading with an {@link
   * IllegalArgumentException}: validate the file first.
   */
  public static InputFileReader read(Path file, InputDialect dialect) throws IOException {
    return new InputFileReader(LineReader.open(file), dialect, file);
  }

  /** Checks across lines: the order of times, and vehicles that report twice in a second. */
  private static final class OrderCheck {
    private final FileReport.Builder report;
    private final Set<Integer> reportedInThisSecond = new HashSet<>();
    private int latestTime;
    private long positionReports;

    OrderCheck(FileReport.Builder report) {
      this.report = report;
    }

    void check(InputRecord record, long lineNumber) {
      if (record.time() < latestTime) {
        report.problem(
            new InputProblem(
                lineNumber,
                "Time",
                String.valueOf(record.time()),
                "order the lines by time; a line before has the time " + latestTime));
        return;
      }
      if (record.time() > latestTime) {
        latestTime = record.time();
        reportedInThisSecond.clear();
      }
      if (record.type() != InputRecord.POSITION_REPORT) {
        return;
      }
      positionReports++;
      if (!reportedInThisSecond.add(record.vid())) {
        report.problem(
            new InputProblem(
                lineNumber,
                "VID",
                String.valueOf(record.vid()),
                "remove the line; the vehicle already has a position report in second "
                    + record.time()));
      }
    }
  }
}
