package io.amoeba.experiments.reproduction;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.report.Page;
import io.amoeba.report.ReportJson;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All headlines beside our figures: as Markdown for {@code docs/reproduction.md}, and as an HTML
 * page with plots. Depends on the results alone. Immutable.
 *
 * @param label of the results: date and commit
 * @param results by the name of their experiment
 */
record ReproductionPage(Papers papers, String label, Map<String, ExperimentResult> results) {
  private static final String NONE = "–";

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

  /** The page for {@code docs}, with links to files there. */
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
    text.append("| Mechanism | Headlines |");
    Finding.VERDICTS.forEach(verdict -> text.append(" %s |".formatted(verdict)));
    text.append("\n| --- | ---: |%s\n".formatted(" ---: |".repeat(Finding.VERDICTS.size())));
    for (Section section : sections) {
      String title = section.part.title();
      String anchor = title.toLowerCase(Locale.ROOT).replace(' ', '-');
      text.append("| [%s](#%s) | %d |".formatted(title, anchor, section.findings.size()));
      Finding.VERDICTS.forEach(verdict -> text.append(" %d |".formatted(section.count(verdict))));
      text.append("\n");
    }
  }

  private static void section(StringBuilder text, Section section) {
    text.append(
        """

        ## %s

        | Result | Source | Paper | Here | Goal | Verdict | Experiment |
        | --- | --- | --- | --- | --- | --- | --- |
        """
            .formatted(section.part.title()));
    for (Finding finding : section.findings) {
      Headline headline = finding.headline();
      Headline.Measured measured = headline.measured();
      row(
          text,
          headline.claim(),
          headline.source(),
          headline.paper(),
          orNone(finding.ours()),
          orNone(finding.goal()),
          finding.verdict() + (headline.unmeasured() == null ? "" : ": " + headline.unmeasured()),
          measured == null ? NONE : "[%s](#experiments)".formatted(measured.experiment()));
    }
  }

  private void experiments(StringBuilder text) {
    text.append(
        """

        ## Experiments

        | Experiment | Command | Time | Needs | Measured |
        | --- | --- | ---: | --- | --- |
        """);
    for (PlannedExperiment experiment : papers.experiments()) {
      row(
          text,
          "[%s](%s)".formatted(experiment.name(), experiment.guide()),
          "`./amoeba %s`".formatted(experiment.command()),
          experiment.minutes() + " min",
          experiment.needs(),
          measured(experiment, results.get(experiment.name())));
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

  private static void row(StringBuilder text, String... cells) {
    text.append(
        Arrays.stream(cells)
            .map(cell -> cell.replace("|", "\\|"))
            .collect(Collectors.joining(" | ", "| ", " |\n")));
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
