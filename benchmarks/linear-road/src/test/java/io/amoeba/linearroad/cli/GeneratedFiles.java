package io.amoeba.linearroad.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Input with histories that {@code generate} made in a folder. */
record GeneratedFiles(String input, String tolls, String segments) {
  static GeneratedFiles in(Path folder, String duration, String seed) {
    GeneratedFiles files =
        new GeneratedFiles(
            folder.resolve("cars.csv").toString(),
            folder.resolve("tolls.csv").toString(),
            folder.resolve("segments.csv").toString());
    CommandRun run =
        CommandRun.of(
            "generate",
            "--duration",
            duration,
            "--seed",
            seed,
            "--output",
            files.input,
            "--historical",
            files.tolls,
            "--segment-history",
            files.segments);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return files;
  }

  CommandRun validate(String... more) {
    return run(List.of("validate"), more);
  }

  CommandRun run(String... more) {
    return run(List.of(), more);
  }

  private CommandRun run(List<String> first, String... more) {
    List<String> words = new ArrayList<>(first);
    words.addAll(List.of("--input", input, "--historical", tolls, "--segment-history", segments));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray(String[]::new));
  }
}
