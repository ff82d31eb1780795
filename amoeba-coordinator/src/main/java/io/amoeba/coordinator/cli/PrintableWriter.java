package io.amoeba.coordinator.cli;

import io.amoeba.coordinator.text.MaskedSecrets;
import io.amoeba.coordinator.text.PrintableText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/**
 * What a command prints, without secrets and without control characters but line ends and tabs:
 * names and messages come from outside, and the terminal would do what they say. Safe for
 * concurrent use, as every {@link PrintWriter}.
 */
public final class PrintableWriter extends PrintWriter {

  private final Lines lines;

  /** A writer to another one. */
  public PrintableWriter(PrintWriter to) {
    this(new Lines(to));
  }

  private PrintableWriter(Lines lines) {
    super(lines, /* autoFlush= */ true);
    this.lines = lines;
  }

  /** Writes a command to the terminal, which nothing from outside may be part of. */
  public static void control(PrintWriter out, String sequence) {
    if (out instanceof PrintableWriter printable) {
      printable.flush();
      printable.lines.writeRaw(sequence);
    } else {
      out.print(sequence);
    }
  }

  /** A secret may come in several parts, so that whole lines are looked at. */
  private static final class Lines extends Writer {

    private final PrintWriter to;
    private final StringBuilder begun = new StringBuilder();

    Lines(PrintWriter to) {
      this.to = to;
    }

    @Override
    public void write(char[] characters, int offset, int length) {
      synchronized (lock) {
        begun.append(characters, offset, length);
        int end = begun.lastIndexOf("\n") + 1;
        if (end > 0) {
          to.write(printable(begun.substring(0, end)));
          begun.delete(0, end);
        }
      }
    }

    private static String printable(String text) {
      return PrintableText.lines(MaskedSecrets.in(text.replace("\r\n", "\n")))
          .replace("\n", System.lineSeparator());
    }

    void writeRaw(String sequence) {
      synchronized (lock) {
        to.write(sequence);
        to.flush();
      }
    }

    @Override
    public void flush() {
      synchronized (lock) {
        to.write(printable(begun.toString()));
        begun.setLength(0);
        to.flush();
      }
    }

    @Override
    public void close() throws IOException {
      flush();
      to.close();
    }
  }
}
