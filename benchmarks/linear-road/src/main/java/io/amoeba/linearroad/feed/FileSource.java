package io.amoeba.linearroad.feed;

import io.amoeba.linearroad.input.InputDialect;
import io.amoeba.linearroad.input.InputFile;
import io.amoeba.linearroad.input.InputFileReader;
import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.input.RecordSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Input from a file that was validated before. */
public final class FileSource implements RecordSource {
  private final InputFileReader records;
  private @Nullable InputRecord upcoming;

  /** Opens the file. */
  public FileSource(Path file, InputDialect dialect) throws IOException {
    this.records = InputFile.read(file, dialect);
    advance();
  }

  private void advance() {
    upcoming = records.hasNext() ? records.next() : null;
  }

  @Override
  public boolean hasNextSecond() {
    return upcoming != null;
  }

  @Override
  public int nextSecond(RecordSink sink) {
    InputRecord first = upcoming;
    if (first == null) {
      throw new NoSuchElementException("all records are read: ask hasNextSecond before");
    }
    for (InputRecord r = first; r != null && r.time() == first.time(); r = upcoming) {
      sink.accept(r);
      advance();
    }
    return first.time();
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
