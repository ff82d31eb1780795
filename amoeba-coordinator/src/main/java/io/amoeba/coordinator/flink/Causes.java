package io.amoeba.coordinator.flink;

import io.amoeba.coordinator.text.MaskedSecrets;
import io.amoeba.coordinator.text.PrintableText;
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
    String shown = PrintableText.line(MaskedSecrets.in(line));
    return shown.length() <= longest ? shown : shown.substring(0, longest) + "…";
  }
}
