package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.CheckUp;
import io.amoeba.coordinator.doctor.Diagnosis;
import io.amoeba.coordinator.doctor.Finding;
import io.amoeba.coordinator.doctor.Severity;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Says what is wrong with a configuration, Flink and Redis, and what to change. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Checks the configuration, Flink and Redis: whether they are reachable and readable, which"
          + " hosts they share, and whether their settings are suitable. Prints recommended changes; changes"
          + " nothing.",
      "docs/doctor.md explains every check."
    },
    footer = {
      "",
      "Examples:",
      "  amoeba doctor --config coordinator.yaml",
      "  amoeba doctor --config coordinator.yaml --json",
      "  amoeba doctor --config coordinator.yaml --url http://coordinator:7070",
      "",
      "With --url the machines of TaskManagers in pods are read from the coordinator.",
      "",
      "Exit codes: 0 at most advice, 1 warnings or errors, 2 invalid command line or"
          + " configuration."
    })
public final class DoctorCommand implements AmoebaSubcommand, Callable<Integer> {

  private static final int SHOWN_SUBJECTS = 3;

  @Mixin private ConfigArguments look = new ConfigArguments();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws JsonProcessingException, InterruptedException {
    Diagnosis diagnosis = CheckUp.of(look.config(), look.taskManagerHosts());
    look.print(
        spec.commandLine().getOut(),
        out -> printText(diagnosis, out),
        document -> writeJson(diagnosis, document));
    return diagnosis.worst().compareTo(Severity.ADVICE) > 0 ? ExitCode.FAILURE : ExitCode.OK;
  }

  private static void printText(Diagnosis diagnosis, PrintWriter out) {
    Table table = new Table("RESULT", "CHECK", "WHERE", "SEEN, AND WHAT TO CHANGE");
    for (Finding finding : diagnosis.findings()) {
      String result = finding.severity().text();
      table.row(
          finding.severity() == Severity.OK ? result : result.toUpperCase(Locale.ROOT),
          finding.check().text(),
          subjects(finding.subjects()),
          finding.seen());
      if (!finding.change().isEmpty()) {
        table.row("", "", "", "-> " + finding.change());
      }
    }
    table.print(out, "");
    out.printf(
        "Errors: %d, warnings: %d, advice: %d, unknown: %d%n",
        diagnosis.count(Severity.ERROR),
        diagnosis.count(Severity.WARNING),
        diagnosis.count(Severity.ADVICE),
        diagnosis.count(Severity.UNKNOWN));
  }

  private static String subjects(List<String> subjects) {
    String first =
        String.join(", ", subjects.subList(0, Math.min(SHOWN_SUBJECTS, subjects.size())));
    return subjects.size() <= SHOWN_SUBJECTS
        ? first
        : first + " and " + (subjects.size() - SHOWN_SUBJECTS) + " more";
  }

  private static void writeJson(Diagnosis diagnosis, ObjectNode root) {
    root.put("worst", diagnosis.worst().text());
    root.put("errors", diagnosis.count(Severity.ERROR));
    root.put("warnings", diagnosis.count(Severity.WARNING));
    root.put("advice", diagnosis.count(Severity.ADVICE));
    root.put("unknown", diagnosis.count(Severity.UNKNOWN));
    for (Finding finding : diagnosis.findings()) {
      ObjectNode node = root.withArray("findings").addObject();
      node.put("check", finding.check().text());
      node.put("severity", finding.severity().text());
      finding.subjects().forEach(node.putArray("subjects")::add);
      node.put("seen", finding.seen());
      node.put("change", finding.change());
    }
  }
}
