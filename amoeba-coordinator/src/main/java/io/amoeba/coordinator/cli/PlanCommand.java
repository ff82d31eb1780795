package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.DryRun;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.SymptomCode;
import io.amoeba.coordinator.http.PlanJson;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.DrainStore;
import io.amoeba.coordinator.plan.EdgeAlignment;
import io.amoeba.coordinator.plan.GrowStore;
import io.amoeba.coordinator.plan.HashSlotMoves;
import io.amoeba.coordinator.plan.MigratePrimaries;
import io.amoeba.coordinator.plan.MoveHashSlots;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.RescaleJob;
import io.amoeba.coordinator.plan.StartServers;
import io.amoeba.coordinator.plan.migration.MigratingPrimary;
import io.amoeba.coordinator.plan.migration.OldPrimary;
import io.amoeba.coordinator.plan.moves.HashSlotMove;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
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
    result.staying().forEach(reason -> out.println("Data stay: " + reason));
    if (result.plan().isEmpty()) {
      out.println("Plan: none");
      return;
    }
    ChangePlan plan = result.plan().get().plan();
    out.println("Plan: " + plan.reason());
    ObjectNode proposal = JsonNodeFactory.instance.objectNode();
    PlanJson.write(proposal, result.plan().get());
    ProposalText.costAndGain(proposal, out);
    printAction(plan, out);
    ProposalText.dryRun(proposal.path("dryRun"), out);
  }

  private static void printAction(ChangePlan plan, PrintWriter out) {
    if (plan.action() instanceof MoveHashSlots action) {
      printMoves(action, out);
    } else if (plan.action() instanceof GrowStore action) {
      printFollowed(action.shares(), out);
      printEachMove(action, out);
    } else if (plan.action() instanceof DrainStore action) {
      printFollowed(action.shares(), out);
      printEachMove(action, out);
    } else if (plan.action() instanceof StartServers action) {
      printFollowed(action.shares(), out);
    } else if (plan.action() instanceof RescaleJob action) {
      printFollowed(action.shares(), out);
    } else if (plan.action() instanceof MigratePrimaries action) {
      printMigrations(action, out);
    }
    for (EdgeAlignment alignment : plan.alignments()) {
      out.printf(
          Locale.ROOT,
          "  %s: %d subtasks, %.1f %% of the hash slots on the node of their primary%n",
          alignment.edge().operator(),
          alignment.parallelism(),
          100 * alignment.alignedAfter());
      alignment.hashSlots().stream()
          .limit(20)
          .forEach(
              range ->
                  out.printf(
                      "    %5d … %5d  subtask %d%n", range.from(), range.to(), range.subtask()));
      if (alignment.hashSlots().size() > 20) {
        out.printf("    and %d more ranges%n", alignment.hashSlots().size() - 20);
      }
    }
  }

  private static void printMoves(MoveHashSlots action, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "  %s: hash slots on the node of their subtask %.1f %% -> %.1f %%%n",
        action.operator(),
        100 * action.alignedBefore(),
        100 * action.alignedAfter());
    printEachMove(action, out);
  }

  private static void printEachMove(HashSlotMoves action, PrintWriter out) {
    for (HashSlotMove move : action.moves()) {
      out.printf(
          "    %d hash slots from %s to %s%n",
          move.hashSlotCount(), action.address(move.from()), action.address(move.to()));
    }
  }

  private static void printFollowed(List<PlanAction.AlignedShare> shares, PrintWriter out) {
    for (PlanAction.AlignedShare share : shares) {
      out.printf(
          Locale.ROOT,
          "  %s: hash slots on the node of their subtask %.1f %% -> %.1f %% after routing%n",
          share.operator(),
          100 * share.before(),
          100 * share.after());
    }
  }

  private static void printMigrations(MigratePrimaries action, PrintWriter out) {
    printFollowed(action.shares(), out);
    for (MigratingPrimary migrating : action.migrations()) {
      out.printf(
          "    primary %s on %s to %s on %s: %d hash slots%n",
          migrating.from(),
          migrating.fromNode(),
          migrating.migration().to().address(),
          migrating.migration().to().node(),
          migrating.hashSlotCount());
    }
    out.println(
        action.old() == OldPrimary.KEEP
            ? "  the former primaries stay as replicas"
            : "  the former primaries leave the cluster");
  }

  private static void writeJson(DryRun.Result result, ObjectNode root) {
    root.putPOJO("symptoms", Symptom.bySeverity(result.symptoms()));
    result.staying().forEach(root.putArray("staying")::add);
    result.plan().ifPresent(plan -> PlanJson.write(root.putObject("plan"), plan));
  }
}
