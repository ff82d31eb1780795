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

/**
 * Runs experiments one after the other and keeps each result as soon as its experiment has ended.
 * Another run with the same folder goes on where this one was interrupted. Confined to one thread.
 */
final class ReproductionRun {
  private final Papers papers;
  private final PlannedExperiment.Size size;
  private final ResultFolder folder;
  private final String machine;
  private final Consumer<String> progress;

  /**
   * Prepares it.
   *
   * @param machine that measures
   */
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

  /** Runs an experiment. */
  @FunctionalInterface
  interface Runner {
    /**
     * Runs it to its end, prints what it found and writes its page.
     *
     * @param words arguments of {@code ./amoeba}
     * @return its JSON
     * @throws Exception if it did not come to its end
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
   * @return what went wrong, for people; empty: every experiment has a result whose required claims
   *     hold
   */
  List<String> run(List<PlannedExperiment> chosen, Runner runner)
      throws IOException, InterruptedException {
    List<PlannedExperiment> open = open(chosen);
    List<String> failures = new ArrayList<>();
    TimeLeft left = new TimeLeft(open.stream().map(each -> each.expected(size)).toList());
    for (PlannedExperiment experiment : chosen) {
      String place = "[%d/%d] ".formatted(chosen.indexOf(experiment) + 1, chosen.size());
      if (!open.contains(experiment)) {
        progress.accept(place + experiment.name() + ": has a result, is not run again");
        continue;
      }
      progress.accept(
          "%s%s: about %s, %s to the end"
              .formatted(
                  place,
                  experiment.name(),
                  text(left.corrected(experiment.expected(size))),
                  text(left.corrected(left.expected()))));
      progress.accept("./amoeba " + experiment.command(size));
      Instant started = Instant.now();
      long nanos = System.nanoTime();
      try {
        JsonNode report = runner.run(words(experiment));
        Duration took = Duration.ofNanos(System.nanoTime() - nanos);
        folder.keep(
            experiment, ExperimentResult.of(experiment, size, started, took, machine, report));
        left.done(experiment.expected(size), took);
        write();
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        failures.add("%s has no result: %s".formatted(experiment.name(), e.getMessage()));
        progress.accept(failures.get(failures.size() - 1));
        left.done(experiment.expected(size), experiment.expected(size));
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

  private List<String> words(PlannedExperiment experiment) {
    List<String> words = new ArrayList<>(PlannedExperiment.words(experiment.command(size)));
    words.addAll(List.of("--report", folder.page(experiment).toString()));
    return words;
  }

  /** Writes the pages from the results that there are. */
  void write() throws IOException {
    ReproductionPage page = new ReproductionPage(papers, folder.label(), folder.results(papers));
    Files.writeString(folder.path().resolve("reproduction.md"), page.markdown());
    Files.writeString(folder.path().resolve("index.html"), page.html());
  }

  /** {@code 1 h 05 min}. */
  static String text(Duration time) {
    long minutes = (time.toSeconds() + 59) / 60;
    return minutes < 60 ? minutes + " min" : "%d h %02d min".formatted(minutes / 60, minutes % 60);
  }

  /** Expected times, corrected by how long the experiments before took. */
  private static final class TimeLeft {
    private Duration left;
    private Duration expected = Duration.ZERO;
    private Duration took = Duration.ZERO;

    TimeLeft(List<Duration> all) {
      left = all.stream().reduce(Duration.ZERO, Duration::plus);
    }

    void done(Duration expectedOfIt, Duration tookOfIt) {
      left = left.minus(expectedOfIt);
      expected = expected.plus(expectedOfIt);
      took = took.plus(tookOfIt);
    }

    Duration expected() {
      return left;
    }

    Duration corrected(Duration time) {
      return expected.isZero()
          ? time
          : Duration.ofSeconds(time.toSeconds() * took.toSeconds() / expected.toSeconds());
    }
  }
}
