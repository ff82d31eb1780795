package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.diagnosis.Finding;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Findings as people read them: what was seen where, and below it the remedy. One thread's. */
final class FindingTable {

  private final Table table = new Table("SEVERITY", "CODE", "WHERE", "SEEN, AND WHAT TO CHANGE");

  static FindingTable of(List<Finding> findings) {
    FindingTable table = new FindingTable();
    findings.forEach(
        f ->
            table.row(
                f.severity().text(), f.code(), Finding.names(f.subjects()), f.text(), f.remedy()));
    return table;
  }

  /** Of an answer of a coordinator. */
  static FindingTable of(JsonNode findings) {
    FindingTable table = new FindingTable();
    for (JsonNode finding : findings) {
      List<String> subjects = new ArrayList<>();
      finding.path("subjects").forEach(subject -> subjects.add(subject.asText()));
      table.row(
          finding.path("severity").asText(),
          finding.path("code").asText(),
          Finding.names(subjects),
          finding.path("text").asText(),
          finding.path("remedy").asText());
    }
    return table;
  }

  private void row(String severity, String code, String subjects, String text, String remedy) {
    // So that an eye that runs down the column stays at what is wrong.
    String shown = severity.equals("ok") ? severity : severity.toUpperCase(Locale.ROOT);
    table.row(shown, code, subjects, text);
    if (!remedy.isEmpty()) {
      table.row("", "", "", "-> " + remedy);
    }
  }

  void print(PrintWriter out, String indent) {
    table.print(out, indent);
  }

  /** The table, or that there are no symptoms. */
  void printSymptoms(PrintWriter out) {
    out.println("Symptoms:" + (table.isEmpty() ? "  none" : ""));
    if (!table.isEmpty()) {
      table.print(out, "  ");
    }
  }
}
