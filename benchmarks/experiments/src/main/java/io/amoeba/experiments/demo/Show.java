package io.amoeba.experiments.demo;

import io.amoeba.report.Claim;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Shows what lines say while they come, and judges it in the end. Confined to one thread. */
abstract class Show {
  private final PrintWriter out;
  private final String header;

  /**
   * What was seen.
   *
   * @param table of figures
   */
  record Story(String table, List<Claim> claims) {
    private boolean holds() {
      return claims.stream().noneMatch(Claim::fails);
    }
  }

  Show(PrintWriter out, String header) {
    this.out = out;
    this.header = header;
  }

  /** Takes a line, and tells the story if it was the last that is needed. */
  abstract Optional<Story> read(String line);

  /** Prints a line for people. */
  final void print(String format, Object... values) {
    out.printf(Locale.ROOT, format, values);
    out.flush();
  }

  /**
   * Shows it to its end.
   *
   * @return whether all that it claims holds
   * @throws IllegalStateException if the lines end before, or tell of a failure
   */
  final boolean run(BufferedReader in) throws IOException {
    out.print(header);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Optional<Story> story = read(line);
      if (story.isPresent()) {
        print("%n%s%n%s", story.get().table().indent(2), Claim.lines(story.get().claims()));
        return story.get().holds();
      }
    }
    throw new IllegalStateException("The lines ended before all was seen");
  }
}
