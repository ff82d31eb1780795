package io.amoeba.coordinator.monitor;

/** Lines of reports, and the bytes that they take, about. Immutable. */
record ReportSize(int lines, long bytes) {

  static final ReportSize NONE = new ReportSize(0, 0);

  /** A record with its numbers, and its place in a list. */
  private static final int BYTES_PER_LINE = 80;

  ReportSize plus(ReportSize other) {
    return new ReportSize(lines + other.lines, bytes + other.bytes);
  }

  ReportSize minus(ReportSize other) {
    return new ReportSize(lines - other.lines, bytes - other.bytes);
  }

  boolean isWithin(int mostLines, long mostBytes) {
    return lines <= mostLines && bytes <= mostBytes;
  }

  /** Lines about an edge, or an operator, whose name is this long. */
  static ReportSize ofLines(int lines, int textLength) {
    return new ReportSize(lines, (long) lines * BYTES_PER_LINE + 2L * textLength);
  }
}
