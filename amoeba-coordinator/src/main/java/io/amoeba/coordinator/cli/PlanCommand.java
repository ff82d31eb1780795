package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.DryRun;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.SymptomCode;
import io.amoeba.coordinator.http.ProposalJson;
import io.amoeba.coordinator.plan.EdgeAlignment;
import io.amoeba.partitioner.placement.HashSlotRange;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says what the coordinator would do now, and why. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description = {
      "Reads Flink and Redis once, prints the plan that the coordinator would create and the reason, and changes nothing.",
      "Only a running coordinator knows the maps in force, so the plan assumes none."
    },
    footer = {
      "",
      "Examples:",
      "  amoeba plan --dry-run --config coordinator.yaml",
      "  amoeba plan --config coordinator.yaml --json",
      "",
      "Exit codes: 0 success (with or without a plan), 1 Flink or Redis did not answer, 2 invalid"
          + " command line or configuration."
    })
public final class PlanCommand implements AmoebaSubcommand, Callable<Integer> {

  /** Ranges of hash slots that are printed of each operator. */
  private static final int SHOWN = 20;

  @Mixin private ConfigArguments look = new ConfigArguments();

  /** For those who want to be sure: there is no other way of running this command. */
  @Option(names = "--dry-run", description = "Only print the plan. This is the default.")
  @SuppressWarnings("UnusedVariable")
  private boolean dryRun;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws JsonProcessingException, InterruptedException {
    DryRun.Result result = DryRun.of(look.config(), look.taskManagerHosts(), Clock.systemUTC());
    look.print(
        spec.commandLine().getOut(),
        out -> printText(result, out),
        document -> writeJson(result, document));
    boolean lost =
        result.symptoms().stream()
            .anyMatch(
                s -> s.is(SymptomCode.FLINK_UNREACHABLE) || s.is(SymptomCode.REDIS_UNREACHABLE));
    return lost ? ExitCode.FAILURE : ExitCode.OK;
  }

  private static void printText(DryRun.Result result, PrintWriter out) {
    FindingTable.of(Symptom.bySeverity(result.symptoms())).printSymptoms(out);
    if (!result.skipped().isEmpty()) {
      out.println("Not moved:");
      FindingTable.of(Finding.of(result.skipped())).print(out, "  ");
    }
    if (result.plan().isEmpty()) {
      out.println("Plan: none");
      return;
    }
    JsonNode plan = ProposalJson.of(result.plan().get()).toJson();
    out.println("Plan: " + plan.path("reason").asText());
    ProposalText.costAndGain(plan, out);
    ProposalText.changes(plan, out);
    result.plan().get().plan().alignments().forEach(alignment -> printOwners(alignment, out));
    ProposalText.dryRun(plan.path("dryRun"), out);
  }

  private static void printOwners(EdgeAlignment alignment, PrintWriter out) {
    out.println("Owners:    hash slots of " + alignment.edge().operator());
    List<HashSlotRange> ranges = alignment.hashSlots();
    ranges.stream()
        .limit(SHOWN)
        .forEach(r -> out.printf("  %5d … %5d  subtask %d%n", r.from(), r.to(), r.subtask()));
    if (ranges.size() > SHOWN) {
      out.printf("  and %d more ranges%n", ranges.size() - SHOWN);
    }
  }

  private static void writeJson(DryRun.Result result, ObjectNode root) {
    root.putPOJO("symptoms", Symptom.bySeverity(result.symptoms()));
    root.putPOJO("skipped", Finding.of(result.skipped()));
    result.plan().ifPresent(plan -> root.set("plan", ProposalJson.of(plan).toJson()));
  }
}
