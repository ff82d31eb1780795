package io.amoeba.linearroad.input;

import io.amoeba.linearroad.csv.LineReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The records of an input file, one by one or second by second. {@code next} throws {@link
 * IllegalArgumentException} at a bad line and {@link UncheckedIOException} if the file cannot be
 * read. Confined to one thread.
 */
public final class InputFileReader implements Iterator<InputRecord>, RecordSource {
  private final LineReader lines;
  private final DialectReader dialect;
  private final Path file;
  private @Nullable InputRecord upcoming;

  InputFileReader(LineReader lines, InputDialect dialect, Path file) {
    this.lines = lines;
    this.dialect = new DialectReader(dialect);
    this.file = file;
  }

  @Override
  public boolean hasNext() {
    if (upcoming == null) {
      upcoming = readNext();
    }
    return upcoming != null;
  }

  @Override
  public InputRecord next() {
    InputRecord record = upcoming != null ? upcoming : readNext();
    if (record == null) {
      throw new NoSuchElementException("no more records in " + file);
    }
    upcoming = null;
    return record;
  }

  @Override
  public boolean hasNextSecond() {
    return hasNext();
  }

  @Override
  public int nextSecond(Consumer<InputRecord> sink) {
    InputRecord first = next();
    sink.accept(first);
    while (hasNext() && Objects.requireNonNull(upcoming).time() == first.time()) {
      sink.accept(next());
    }
    return first.time();
  }

  private @Nullable InputRecord readNext() {
    try {
      if (!lines.nextLine()) {
        return null;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file + ": check the file", e);
    }
    InputLine line = dialect.read(lines);
    if (line instanceof InputProblem problem) {
      throw new IllegalArgumentException("bad input in " + file + ", " + problem.message());
    }
    return (InputRecord) line;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
