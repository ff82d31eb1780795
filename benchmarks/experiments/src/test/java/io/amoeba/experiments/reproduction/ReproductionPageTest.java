package io.amoeba.experiments.reproduction;

import static io.amoeba.experiments.reproduction.Examples.JOIN;
import static io.amoeba.experiments.reproduction.Examples.claim;
import static io.amoeba.experiments.reproduction.Examples.measured;
import static io.amoeba.experiments.reproduction.Examples.papers;
import static io.amoeba.experiments.reproduction.Examples.report;
import static io.amoeba.experiments.reproduction.Examples.result;
import static io.amoeba.experiments.reproduction.Examples.without;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ReproductionPageTest {
  private static final Path ROOT = Path.of("../..");

  @Test
  void publishedPageShowsTheNewestResults() throws IOException {
    Path newest;
    try (Stream<Path> folders = Files.list(ROOT.resolve("results"))) {
      newest = folders.filter(Files::isDirectory).max(Comparator.naturalOrder()).orElseThrow();
    }
    Papers papers = Papers.load();
    ResultFolder folder = new ResultFolder(newest);

    assertThat(folder.results(papers)).isNotEmpty();
    assertThat(ROOT.resolve("docs/reproduction.md"))
        .as("run ./amoeba bench all --render --out %s, and copy its reproduction.md", newest)
        .content()
        .isEqualTo(new ReproductionPage(papers, folder.label(), folder.results(papers)).markdown());
  }

  @Test
  void everyHeadlineHasARowWithItsVerdict() {
    ReproductionPage page =
        new ReproductionPage(
            papers(
                measured("a", "ratio", "incremental"),
                without(null, "needs nine machines"),
                without("fresh reads", null)),
            "2026-11-28-beede261",
            Map.of(
                "join",
                result(JOIN, JOIN.command(), report(true, claim("incremental", "ratio", 1.5)))));

    assertThat(page.markdown())
        .contains(
            "Results: `2026-11-28-beede261`. Machine: 2 CPUs.",
            "| [Incremental streaming](#incremental-streaming) | 1 | 1 | 0 | 0 | 0 | 0 |",
            "| [Fresh reads](#fresh-reads) | 2 | 0 | 0 | 0 | 1 | 1 |",
            "| Throughput \\| join | Dissertation 2.3 | ×0.975 | x1.50 (x1.40 to x1.60) | at least x1.00 | reached | [join](#experiments) |",
            "| – | – | not measured: needs nine machines | – |",
            "| – | – | feature missing | – |",
            "| [join](experiments/join.md) | `./amoeba bench join --rows 10` | 60 min | 2 CPUs | 2026-11-28, in 2 min |",
            "| [hints](experiments/hints.md) | `./amoeba bench hints` | 60 min | 2 CPUs | not yet |");
  }

  @Test
  void resultOfAnotherCommandIsMarked() {
    assertThat(
            new ReproductionPage(
                    papers(measured("a", "ratio", "incremental")),
                    "quick",
                    Map.of("join", result(JOIN, "bench join", report(true))))
                .markdown())
        .contains("2026-11-28, in 2 min, by `./amoeba bench join` |");
  }
}
