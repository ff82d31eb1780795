package io.amoeba.linearroad.csv;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads the lines of a stream as ranges of one reused buffer. A line longer than {@value
 * #MAX_LINE_BYTES} bytes, as no valid line is, is cut to that length. Confined to one thread.
 */
public final class LineReader implements Closeable {
  public static final int MAX_LINE_BYTES = 1 << 16;

  private final InputStream in;
  private final byte[] buffer = new byte[1 << 18];
  private int from;
  private int to;
  private int next;
  private int limit;
  private boolean ended;
  private long lineNumber;

  /** Reads from the stream, which {@link #close} closes. */
  public LineReader(InputStream in) {
    this.in = in;
  }

  public static LineReader open(Path file) throws IOException {
    return new LineReader(Files.newInputStream(file));
  }

  /** Moves to the next line; false at the end of the stream. */
  public boolean nextLine() throws IOException {
    int scan = next;
    while (true) {
      for (; scan < limit; scan++) {
        if (buffer[scan] == '\n') {
          return line(next, scan, scan + 1);
        }
      }
      if (scan - next > MAX_LINE_BYTES) {
        return cutLine();
      }
      scan -= next;
      if (!fill()) {
        return limit > next && line(next, limit, limit);
      }
    }
  }

  private boolean line(int lineFrom, int lineTo, int nextFrom) {
    from = lineFrom;
    to = Math.min(lineTo, lineFrom + MAX_LINE_BYTES);
    next = nextFrom;
    lineNumber++;
    return true;
  }

  /** Keeps the head of an overlong line and skips its rest. */
  private boolean cutLine() throws IOException {
    System.arraycopy(buffer, next, buffer, 0, MAX_LINE_BYTES);
    while (true) {
      int read = in.read(buffer, MAX_LINE_BYTES, buffer.length - MAX_LINE_BYTES);
      limit = MAX_LINE_BYTES + Math.max(read, 0);
      if (read < 0) {
        ended = true;
        return line(0, MAX_LINE_BYTES, limit);
      }
      for (int i = MAX_LINE_BYTES; i < limit; i++) {
        if (buffer[i] == '\n') {
          return line(0, MAX_LINE_BYTES, i + 1);
        }
      }
    }
  }

  /** Moves the unfinished line to the front and reads more; false if there is no more. */
  private boolean fill() throws IOException {
    System.arraycopy(buffer, next, buffer, 0, limit - next);
    limit -= next;
    next = 0;
    if (ended) {
      return false;
    }
    int read = in.read(buffer, limit, buffer.length - limit);
    if (read < 0) {
      ended = true;
      return false;
    }
    limit += read;
    return true;
  }

  /** The buffer that holds the current line; its content changes with the next line. */
  public byte[] buffer() {
    return buffer;
  }

  public int from() {
    return from;
  }

  /** Where the current line ends, without its line feed and a carriage return before that. */
  public int to() {
    return IntegerFields.withoutCarriageReturn(buffer, from, to);
  }

  /** Of the current line, from 1. */
  public long lineNumber() {
    return lineNumber;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
