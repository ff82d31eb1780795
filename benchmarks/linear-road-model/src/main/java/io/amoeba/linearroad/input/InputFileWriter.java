package io.amoeba.linearroad.input;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Writes records as lines of text. Writing allocates nothing per record; a failed write is an
 * {@link UncheckedIOException}. Confined to one thread.
 */
public final class InputFileWriter implements Consumer<InputRecord>, Closeable {
  private final OutputStream out;
  private final byte[] buffer = new byte[1 << 16];
  private int filled;
  private long records;

  /** Writes to a stream, which {@link #close} closes. */
  public InputFileWriter(OutputStream out) {
    this.out = out;
  }

  /** Creates or replaces a file. */
  public static InputFileWriter create(Path file) throws IOException {
    return new InputFileWriter(Files.newOutputStream(file));
  }

  @Override
  public void accept(InputRecord record) {
    if (buffer.length - filled <= InputRecords.MAX_LINE_BYTES) {
      flush();
    }
    filled = InputRecords.format(record, buffer, filled);
    buffer[filled++] = '\n';
    records++;
  }

  public long records() {
    return records;
  }

  private void flush() {
    try {
      out.write(buffer, 0, filled);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot write after " + records + " records: check the space that is left", e);
    }
    filled = 0;
  }

  @Override
  public void close() throws IOException {
    try (out) {
      flush();
    }
  }
}
