package io.amoeba.experiments.reproduction;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Runs experiments in turn and keeps each result as soon as its experiment has ended. Another run
 * with the same folder continues an interrupted one. Confined to one thread.
 */
final class ReproductionRun {
  private final Papers papers;
  private final PlannedExperiment.Size size;
  private final ResultFolder folder;
  private final String machine;
  private final Consumer<String> progress;

  // Expected times are corrected by how long earlier experiments took.
  private Duration expected = Duration.ZERO;
  private Duration took = Duration.ZERO;

  ReproductionRun(
      Papers papers,
      PlannedExperiment.Size size,
      ResultFolder folder,
      String machine,
      Consumer<String> progress) {
    this.papers = papers;
    this.size = size;
    this.folder = folder;
    this.machine = machine;
    this.progress = progress;
  }

  @FunctionalInterface
  interface Runner {
    /**
     * Runs it to its end, prints its findings and writes its page.
     *
     * @param words arguments of {@code ./amoeba}
     * @return its JSON
     * @throws Exception if it did not reach its end
     */
    JsonNode run(List<String> words) throws Exception;
  }

  /** Experiments without a result of this size. */
  List<PlannedExperiment> open(List<PlannedExperiment> chosen) throws IOException {
    Map<String, ExperimentResult> results = folder.results(papers);
    return chosen.stream()
        .filter(
            experiment -> {
              ExperimentResult result = results.get(experiment.name());
              return result == null || !result.satisfies(experiment, size);
            })
        .toList();
  }

  /**
   * Runs the experiments that have no result yet, and writes the page after each of them.
   *
   * @return failures; empty: every experiment has a result whose required claims hold
   */
  List<String> run(List<PlannedExperiment> chosen, Runner runner)
      throws IOException, InterruptedException {
    List<PlannedExperiment> open = new ArrayList<>(open(chosen));
    List<String> failures = new ArrayList<>();
    for (PlannedExperiment experiment : chosen) {
      String place = "[%d/%d] ".formatted(chosen.indexOf(experiment) + 1, chosen.size());
      if (open.contains(experiment)) {
        progress.accept(
            "%s%s: about %s, %s to the end"
                .formatted(place, experiment.name(), time(List.of(experiment)), time(open)));
        run(experiment, runner, failures);
        open.remove(experiment);
      } else {
        progress.accept(place + experiment.name() + ": has a result, is not run again");
      }
    }
    Map<String, ExperimentResult> results = folder.results(papers);
    for (PlannedExperiment experiment : chosen) {
      ExperimentResult result = results.get(experiment.name());
      if (result != null && !result.holds()) {
        failures.add(
            "%s: a required claim does not hold; see %s"
                .formatted(experiment.name(), folder.page(experiment)));
      }
    }
    write();
    return failures;
  }

  private void run(PlannedExperiment experiment, Runner runner, List<String> failures)
      throws IOException, InterruptedException {
    String command = experiment.command(size);
    progress.accept("./amoeba " + command);
    Instant started = Instant.now();
    long nanos = System.nanoTime();
    try {
      JsonNode report =
          runner.run(
              Stream.concat(
                      PlannedExperiment.words(command).stream(),
                      Stream.of("--report", folder.page(experiment).toString()))
                  .toList());
      Duration length = Duration.ofNanos(System.nanoTime() - nanos);
      folder.keep(
          experiment, ExperimentResult.of(experiment, size, started, length, machine, report));
      expected = expected.plus(experiment.expected(size));
      took = took.plus(length);
      write();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      failures.add("%s has no result: %s".formatted(experiment.name(), e.getMessage()));
      progress.accept(failures.get(failures.size() - 1));
    }
  }

  void write() throws IOException {
    ReproductionPage page = new ReproductionPage(papers, folder.label(), folder.results(papers));
    Files.writeString(folder.path().resolve("reproduction.md"), page.markdown());
    Files.writeString(folder.path().resolve("index.html"), page.html());
  }

  /** {@code 1 h 05 min}. */
  private String time(List<PlannedExperiment> experiments) {
    long seconds = experiments.stream().mapToLong(each -> each.expected(size).toSeconds()).sum();
    if (!expected.isZero()) {
      seconds = seconds * took.toSeconds() / expected.toSeconds();
    }
    long minutes = (seconds + 59) / 60;
    return minutes < 60 ? minutes + " min" : "%d h %02d min".formatted(minutes / 60, minutes % 60);
  }
}
