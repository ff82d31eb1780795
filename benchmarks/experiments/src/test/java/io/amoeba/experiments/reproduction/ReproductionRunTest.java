package io.amoeba.experiments.reproduction;

import static io.amoeba.experiments.reproduction.Examples.HINTS;
import static io.amoeba.experiments.reproduction.Examples.JOIN;
import static io.amoeba.experiments.reproduction.Examples.claim;
import static io.amoeba.experiments.reproduction.Examples.measured;
import static io.amoeba.experiments.reproduction.Examples.papers;
import static io.amoeba.experiments.reproduction.Examples.report;
import static io.amoeba.experiments.reproduction.Examples.without;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReproductionRunTest {
  private static final List<PlannedExperiment> BOTH = List.of(JOIN, HINTS);

  private final Papers papers =
      papers(measured("a", "ratio", "incremental"), without("fresh reads", null));

  private final List<String> progress = new ArrayList<>();
  private final List<String> commands = new ArrayList<>();
  @TempDir private Path folder;

  private ReproductionRun run(PlannedExperiment.Size size) {
    return new ReproductionRun(papers, size, new ResultFolder(folder), "2 CPUs", progress::add);
  }

  private JsonNode succeed(List<String> words) {
    commands.add(String.join(" ", words));
    return report(true, claim("incremental", "ratio", 1.5));
  }

  private JsonNode failAtHints(List<String> words) throws IOException {
    if (words.contains("hints")) {
      throw new IOException("no disk is left");
    }
    return succeed(words);
  }

  @Test
  void everyExperimentLeavesItsResultAndThePagesShowIt() throws Exception {
    assertThat(run(PlannedExperiment.Size.FULL).run(BOTH, this::succeed)).isEmpty();

    assertThat(commands)
        .containsExactly(
            "bench join --rows 10 --report " + folder.resolve("join.html"),
            "bench hints --report " + folder.resolve("hints.html"));
    assertThat(new ResultFolder(folder).results(papers).values())
        .extracting(ExperimentResult::command, ExperimentResult::machine)
        .containsExactly(tuple("bench join --rows 10", "2 CPUs"), tuple("bench hints", "2 CPUs"));
    assertThat(folder.resolve("reproduction.md")).content().contains("| x1.50 (x1.40 to x1.60) |");
    assertThat(folder.resolve("index.html")).content().contains("Throughput | join");
    assertThat(progress)
        .contains("[1/2] join: about 1 h 00 min, 2 h 00 min to the end", "./amoeba bench hints");
  }

  @Test
  void interruptedRunContinuesAfterTheLastResult() throws Exception {
    assertThatThrownBy(
            () ->
                run(PlannedExperiment.Size.FULL)
                    .run(
                        BOTH,
                        words -> {
                          if (words.contains("hints")) {
                            throw new InterruptedException();
                          }
                          return succeed(words);
                        }))
        .isInstanceOf(InterruptedException.class);
    commands.clear();

    assertThat(run(PlannedExperiment.Size.FULL).run(BOTH, this::succeed)).isEmpty();

    assertThat(commands).singleElement().asString().startsWith("bench hints");
    assertThat(progress).contains("[1/2] join: has a result, is not run again");
  }

  @Test
  void failedExperimentStopsNoOther() throws Exception {
    assertThat(run(PlannedExperiment.Size.FULL).run(List.of(HINTS, JOIN), this::failAtHints))
        .containsExactly("hints has no result: no disk is left");

    assertThat(new ResultFolder(folder).results(papers)).containsOnlyKeys("join");
  }

  @Test
  void requiredClaimThatDoesNotHoldIsAFailureWithAResult() throws Exception {
    assertThat(run(PlannedExperiment.Size.FULL).run(List.of(JOIN), words -> report(false)))
        .singleElement()
        .asString()
        .startsWith("join: a required claim does not hold; see ");

    assertThat(new ResultFolder(folder).results(papers)).containsOnlyKeys("join");
  }

  @Test
  void fullResultServesAQuickRunButNotTheOtherWayRound() throws Exception {
    run(PlannedExperiment.Size.FULL).run(List.of(JOIN), this::succeed);
    assertThat(run(PlannedExperiment.Size.QUICK).open(List.of(JOIN))).isEmpty();

    Files.delete(folder.resolve("join.json"));
    run(PlannedExperiment.Size.QUICK).run(List.of(JOIN), this::succeed);
    assertThat(run(PlannedExperiment.Size.FULL).open(List.of(JOIN))).containsExactly(JOIN);
  }

  @Test
  void timeLeftFollowsHowLongExperimentsTook() throws Exception {
    run(PlannedExperiment.Size.FULL).run(BOTH, this::succeed);

    // The first one took no time: as fast, the second one takes none.
    assertThat(progress).contains("[2/2] hints: about 0 min, 0 min to the end");
  }

  @Test
  void damagedResultIsNamed() throws Exception {
    Files.writeString(folder.resolve("join.json"), "{");

    assertThatThrownBy(() -> run(PlannedExperiment.Size.FULL).open(BOTH))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(folder.resolve("join.json") + " is not a result of bench all")
        .hasMessageContaining("remove the file");
  }
}
