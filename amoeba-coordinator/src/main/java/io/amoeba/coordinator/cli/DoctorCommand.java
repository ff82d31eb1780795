package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.CheckUp;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.doctor.Diagnosis;
import java.io.PrintWriter;
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
      "Exit codes: 0 at most notes, 1 warnings or errors, 2 invalid command line or"
          + " configuration."
    })
public final class DoctorCommand implements AmoebaSubcommand, Callable<Integer> {

  @Mixin private ConfigArguments look = new ConfigArguments();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws JsonProcessingException, InterruptedException {
    Diagnosis diagnosis = CheckUp.of(look.config(), look.taskManagerHosts());
    look.print(
        spec.commandLine().getOut(),
        out -> printText(diagnosis, out),
        document -> writeJson(diagnosis, document));
    return diagnosis.worst().compareTo(Severity.NOTE) > 0 ? ExitCode.FAILURE : ExitCode.OK;
  }

  private static void printText(Diagnosis diagnosis, PrintWriter out) {
    FindingTable.of(diagnosis.findings()).print(out, "");
    out.printf(
        "Errors: %d, warnings: %d, notes: %d, unknown: %d%n",
        diagnosis.count(Severity.ERROR),
        diagnosis.count(Severity.WARNING),
        diagnosis.count(Severity.NOTE),
        diagnosis.count(Severity.UNKNOWN));
  }

  private static void writeJson(Diagnosis diagnosis, ObjectNode root) {
    root.putPOJO("worst", diagnosis.worst());
    root.put("errors", diagnosis.count(Severity.ERROR));
    root.put("warnings", diagnosis.count(Severity.WARNING));
    root.put("notes", diagnosis.count(Severity.NOTE));
    root.put("unknown", diagnosis.count(Severity.UNKNOWN));
    root.putPOJO("findings", diagnosis.findings());
  }
}
