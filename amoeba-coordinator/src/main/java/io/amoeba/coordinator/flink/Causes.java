package io.amoeba.coordinator.flink;

import java.util.List;

/** What matters of Flink's stack traces. Stateless. */
final class Causes {

  private static final String CAUSE = "Caused by: ";

  private Causes() {}

  /**
   * The innermost cause, in one line.
   *
   * @param longest in characters
   */
  static String innermost(String trace, int longest) {
    List<String> lines = trace.lines().map(String::strip).filter(l -> !l.isEmpty()).toList();
    String line =
        lines.stream()
            .filter(l -> l.startsWith(CAUSE))
            .reduce((earlier, later) -> later)
            .map(l -> l.substring(CAUSE.length()))
            .or(() -> lines.stream().filter(l -> !l.startsWith("at ")).findFirst())
            .orElse("");
    return line.length() <= longest ? line : line.substring(0, longest) + "…";
  }
}
