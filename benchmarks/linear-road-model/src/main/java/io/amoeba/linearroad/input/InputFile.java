package io.amoeba.linearroad.input;

import io.amoeba.linearroad.csv.LineReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Checks and reads files of input lines. The check streams: its memory holds the vehicles of one
 * second. Files that cannot be read are reported as {@link IOException}. Safe for concurrent use.
 */
public final class InputFile {
  private InputFile() {}

  /**
   * Checks every line, that times never decrease, and that no vehicle reports twice in a second.
   */
  public static FileReport validate(Path file) throws IOException {
    FileReport.Builder report = new FileReport.Builder();
    OrderCheck order = new OrderCheck(report);
    try (LineReader lines = LineReader.open(file)) {
      while (lines.nextLine()) {
        report.line();
        InputLine line =
            InputRecords.parse(lines.buffer(), lines.from(), lines.to(), lines.lineNumber());
        if (line instanceof InputRecord record) {
          order.check(record, lines.lineNumber());
        } else if (line instanceof InputProblem problem) {
          report.problem(problem);
        }
      }
    }
    return report.build();
  }

  /**
   * Opens a file whose records are read one by one. A bad line ends the reading with an {@link
   * IllegalArgumentException}: validate the file first.
   */
  public static InputFileReader read(Path file) throws IOException {
    return new InputFileReader(LineReader.open(file), file);
  }

  /** What one line cannot tell: the order of times, and vehicles that report twice in a second. */
  private static final class OrderCheck {
    private final FileReport.Builder report;
    private final Set<Integer> reportedInThisSecond = new HashSet<>();
    private int latestTime;

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
      if (record.type() == InputRecord.POSITION_REPORT && !reportedInThisSecond.add(record.vid())) {
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
