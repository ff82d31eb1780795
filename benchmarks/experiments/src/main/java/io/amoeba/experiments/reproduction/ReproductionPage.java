package io.amoeba.experiments.reproduction;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.report.Page;
import io.amoeba.report.ReportJson;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All headlines beside our figures: as Markdown for {@code docs/reproduction.md}, and as an HTML
 * page with plots. The same results give the same text. Immutable.
 *
 * @param label of the results: date and commit
 * @param results by the name of their experiment
 */
record ReproductionPage(Papers papers, String label, Map<String, ExperimentResult> results) {
  private static final String NONE = "–";

  /** Findings of a part that has headlines. */
  private record Section(Headline.Part part, List<Finding> findings) {
    long count(String verdict) {
      return findings.stream().filter(finding -> finding.verdict().equals(verdict)).count();
    }
  }

  private List<Section> sections() {
    return Arrays.stream(Headline.Part.values())
        .map(
            part ->
                new Section(
                    part,
                    papers.of(part).stream()
                        .map(headline -> Finding.of(headline, results))
                        .toList()))
        .filter(section -> !section.findings.isEmpty())
        .toList();
  }

  private List<String> machines() {
    return results.values().stream().map(ExperimentResult::machine).distinct().sorted().toList();
  }

  /** The page for {@code docs}: links lead to files there. */
  String markdown() {
    StringBuilder text =
        new StringBuilder(
            """
            # Reproduction of the papers

            Every headline result of the papers, beside the result of this repository. `./amoeba bench all` measures them again and
            generates this page from its results; `--quick` does so in half an hour with smaller sizes. The [rule for claims](experiments.md#claims)
            decides each verdict.

            """);
    text.append("Results: `%s`. Machine: %s.\n\n".formatted(label, String.join("; ", machines())));
    List<Section> sections = sections();
    summary(text, sections);
    sections.forEach(section -> section(text, section));
    experiments(text);
    return text.toString();
  }

  private static void summary(StringBuilder text, List<Section> sections) {
    row(text, concat(List.of("Mechanism", "Headlines"), Finding.VERDICTS));
    row(text, concat(List.of("---", "---:"), Collections.nCopies(Finding.VERDICTS.size(), "---:")));
    for (Section section : sections) {
      row(
          text,
          concat(
              List.of(
                  "[%s](#%s)"
                      .formatted(
                          section.part.title(),
                          section.part.title().toLowerCase(Locale.ROOT).replace(' ', '-')),
                  String.valueOf(section.findings.size())),
              Finding.VERDICTS.stream().map(v -> String.valueOf(section.count(v))).toList()));
    }
  }

  private static void section(StringBuilder text, Section section) {
    text.append("\n## %s\n\n".formatted(section.part.title()));
    row(text, List.of("Result", "Source", "Paper", "Here", "Goal", "Verdict", "Experiment"));
    row(text, List.of("---", "---", "---", "---", "---", "---", "---"));
    for (Finding finding : section.findings) {
      Headline headline = finding.headline();
      Headline.Measured measured = headline.measured();
      row(
          text,
          List.of(
              headline.claim(),
              headline.source(),
              headline.paper(),
              orNone(finding.ours()),
              orNone(finding.goal()),
              finding.verdict()
                  + (headline.unmeasured() == null ? "" : ": " + headline.unmeasured()),
              measured == null ? NONE : "[%s](#experiments)".formatted(measured.experiment())));
    }
  }

  private void experiments(StringBuilder text) {
    text.append("\n## Experiments\n\n");
    row(text, List.of("Experiment", "Command", "Time", "Needs", "Measured"));
    row(text, List.of("---", "---", "---:", "---", "---"));
    for (PlannedExperiment experiment : papers.experiments()) {
      ExperimentResult result = results.get(experiment.name());
      row(
          text,
          List.of(
              "[%s](%s)".formatted(experiment.name(), experiment.guide()),
              "`./amoeba %s`".formatted(experiment.command()),
              experiment.minutes() + " min",
              experiment.needs(),
              measured(experiment, result)));
    }
  }

  private static String measured(PlannedExperiment experiment, @Nullable ExperimentResult result) {
    if (result == null) {
      return "not yet";
    }
    String when =
        "%s, in %d min".formatted(result.started().substring(0, 10), (result.seconds() + 59) / 60);
    return result.command().equals(experiment.command())
        ? when
        : "%s, by `./amoeba %s`".formatted(when, result.command());
  }

  private static void row(StringBuilder text, List<String> cells) {
    text.append(
        cells.stream()
            .map(cell -> cell.replace("|", "\\|"))
            .collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  @SafeVarargs
  private static List<String> concat(List<String>... lists) {
    return Arrays.stream(lists).flatMap(List::stream).toList();
  }

  private static String orNone(String text) {
    return text.isEmpty() ? NONE : text;
  }

  /** One file with plots: the papers' numbers beside ours. */
  String html() throws IOException {
    ObjectNode data = ReportJson.object(Map.of("verdicts", Finding.VERDICTS));
    ArrayNode parts = data.putArray("parts");
    for (Section section : sections()) {
      ObjectNode part = parts.addObject().put("title", section.part.title());
      part.set("findings", ReportJson.tree(section.findings));
    }
    Map<String, String> pages = new LinkedHashMap<>();
    results.keySet().forEach(name -> pages.put(name, name + ".html"));
    data.set("pages", ReportJson.tree(pages));
    data.set("experiments", ReportJson.tree(papers.experiments()));
    return Page.of(
        "/io/amoeba/experiments/reproduction/report.html",
        Map.of("label", label, "machine", String.join("; ", machines())),
        data);
  }
}
