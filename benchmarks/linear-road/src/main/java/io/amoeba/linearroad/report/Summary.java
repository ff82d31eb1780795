package io.amoeba.linearroad.report;

import io.amoeba.linearroad.job.probe.OrderProbe;
import io.amoeba.linearroad.measure.AnswerGaps;
import io.amoeba.linearroad.run.RunResult;
import io.amoeba.linearroad.run.Traffic;
import io.amoeba.linearroad.servers.FleetOptions;
import io.amoeba.report.MachineLine;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The result of a run as text. Stateless. */
public final class Summary {
  private Summary() {}

  /** A table of before and after, or of both placements, the checks, and the verdict. */
  public static String of(RunResult result) {
    StringBuilder text = new StringBuilder("\n").append(ComparisonTable.of(result)).append('\n');
    facts(text, result);
    verdict(text, result);
    return text.toString();
  }

  private static void facts(StringBuilder text, RunResult result) {
    RunResult.Input input = result.input();
    RunResult.Checks checks = result.checks();
    Caveats.of(result).forEach(caveat -> text.append(caveat).append('\n'));
    text.append(
        "%,d position reports of %,d records in %,d simulated seconds%n"
            .formatted(input.positionReports(), input.records(), input.simulatedSeconds()));
    if (result.options().traffic() instanceof Traffic.FromFile file) {
      file.reading().ifPresent(reading -> text.append(reading).append('\n'));
    }
    if (result.options().alignment().aligns()) {
      RunResult.Timeline timeline = result.timeline();
      text.append("adaptation: %,d ms".formatted(result.performance().adaptationMillis()));
      if (timeline.migratedMillis() > 0) {
        text.append(
            ", of which %,d ms for %s"
                .formatted(
                    timeline.migratedMillis() - timeline.alignBeginMillis(),
                    result.options().fleet().migration()));
      }
      text.append('\n');
    }
    if (!result.options().alignment().alternates()) {
      gaps(text, result.performance().gaps());
    }
    if (result.options().alignment().changesMaps()) {
      text.append(
          "map switches: %,d of each operator, %,d completed in all%n"
              .formatted(
                  result.performance().mapSwitches(),
                  result.performance().mapSwitchesOfAllOperators()));
    }
    FleetOptions.FreshReading freshReads = result.options().fleet().job().freshReads();
    if (freshReads != null) {
      text.append(
          "fresh reads, %s: %,d answered by replicas, %,d by primaries%n"
              .formatted(
                  freshReads, result.freshAnswers().replicas(), result.freshAnswers().primaries()));
    }
    order(text, checks.order());
    text.append("answers: ").append(checks.answers().message()).append('\n');
    if (checks.rejectedLines() > 0) {
      text.append("rejected input lines: ").append(checks.rejectedLines()).append('\n');
    }
    text.append(MachineLine.text()).append('\n');
  }

  private static void gaps(StringBuilder text, AnswerGaps gaps) {
    OptionalLong before = gaps.beforeMillis();
    OptionalLong change = gaps.changeMillis();
    if (before.isPresent()) {
      text.append("longest time without an answer: %,d ms".formatted(before.getAsLong()));
      if (change.isPresent()) {
        text.append(" before, %,d ms while maps changed".formatted(change.getAsLong()));
      }
      text.append('\n');
    }
  }

  private static void order(StringBuilder text, OrderProbe.@Nullable Result order) {
    text.append(
        order == null
            ? "order: not checked (--no-order-probe)%n".formatted()
            : "order: %,d accesses to Redis, %,d keys reordered, %,d records lost, %,d duplicated%n"
                .formatted(
                    order.accesses(), order.keyReorderings(), order.lost(), order.duplicated()));
  }

  private static void verdict(StringBuilder text, RunResult result) {
    if (result.options().traffic() instanceof Traffic.FromFile
        && result.performance().after().requests() <= RunResult.LEAST_REQUESTS) {
      text.append(
          "The local-hit rate is not judged: only %,d requests followed the alignment.%n"
              .formatted(result.performance().after().requests()));
    }
    if (result.options().fleet().job().immediate()) {
      text.append("Maps were changed without hand-over: reordered keys are expected.\n");
    }
    List<String> failures = result.failures();
    if (failures.isEmpty()) {
      text.append("All checks passed.\n");
    } else {
      failures.forEach(failure -> text.append("FAILED: ").append(failure).append('\n'));
    }
  }
}
