package io.amoeba.freshreads.checks;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Answers that another process got, in a file. Safe for concurrent use. */
final class AnswerFile implements AutoCloseable {

  /** Takes answers with the number of their reader. */
  interface Answers {
    void answer(int reader, int key, int number, long handedOverNanos, boolean fromReplica);
  }

  private final DataOutputStream out;

  AnswerFile(Path file) throws IOException {
    out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)));
  }

  synchronized void write(
      int reader, int key, int number, long handedOverNanos, boolean fromReplica) {
    try {
      out.writeByte(reader);
      out.writeByte(key);
      out.writeInt(number);
      out.writeLong(handedOverNanos);
      out.writeBoolean(fromReplica);
    } catch (IOException e) {
      throw new UncheckedIOException("an answer cannot be written", e);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    out.close();
  }

  /** Gives all answers of a file that was closed. */
  static void read(Path file, Answers answers) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      while (true) {
        int reader;
        try {
          reader = in.readByte();
        } catch (EOFException e) {
          return;
        }
        answers.answer(reader, in.readByte(), in.readInt(), in.readLong(), in.readBoolean());
      }
    }
  }
}
