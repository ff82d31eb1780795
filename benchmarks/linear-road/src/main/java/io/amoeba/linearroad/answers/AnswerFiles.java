package io.amoeba.linearroad.answers;

import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.csv.LineReader;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The five files {@code type0.csv} … {@code type4.csv}, one line per answer. Confined to one
 * thread.
 */
public final class AnswerFiles implements Closeable {
  private final List<OutputStream> files = new ArrayList<>();

  private AnswerFiles() {}

  /** The file of an output type. */
  public static Path file(Path folder, int type) {
    return folder.resolve("type" + type + ".csv");
  }

  /** Creates all files, empty, and the folder if it is missing. */
  public static AnswerFiles create(Path folder) throws IOException {
    Files.createDirectories(folder);
    AnswerFiles answers = new AnswerFiles();
    for (int type = 0; type < AnswerSet.TYPES; type++) {
      answers.files.add(new BufferedOutputStream(Files.newOutputStream(file(folder, type))));
    }
    return answers;
  }

  /** Writes the lines of all answers of a set, and closes the files. */
  public static void write(AnswerSet answers, Path folder) throws IOException {
    try (AnswerFiles files = create(folder)) {
      for (int type = 0; type < AnswerSet.TYPES; type++) {
        int file = type;
        answers.all(type).forEach(answer -> files.add(file, answer.toBytes()));
      }
    }
  }

  /** Reads the answers of all five files. */
  public static AnswerSet read(Path folder) throws IOException {
    AnswerSet answers = new AnswerSet();
    for (int type = 0; type < AnswerSet.TYPES; type++) {
      try (LineReader lines = LineReader.open(file(folder, type))) {
        while (lines.nextLine()) {
          answers.addLine(lines.buffer(), lines.from(), lines.to());
        }
      }
    }
    return answers;
  }

  /** Moves finished files to another folder, where it replaces files of these names. */
  public static void move(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    for (int type = 0; type < AnswerSet.TYPES; type++) {
      Files.move(file(from, type), file(to, type), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  void add(int type, byte[] line) {
    try {
      files.get(type).write(line);
      files.get(type).write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write answers: check the free disk space", e);
    }
  }

  @Override
  public void close() throws IOException {
    for (OutputStream file : files) {
      file.close();
    }
  }
}
