package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.embedded.process.ConfigResource;
import java.util.List;
import java.util.Map;

/** Options of a run that contradict each other: {@code contradictions.properties}. Stateless. */
final class Contradictions {
  /** The options to omit, by an option or by the lack of one. */
  static final Map<String, String> ALL =
      ConfigResource.properties(Contradictions.class, "contradictions.properties");

  /** Begins the key of a lack. */
  static final String WITHOUT = "runs without ";

  private Contradictions() {}

  /** Reports each given option that another one, or its lack, excludes. */
  static void report(GivenOptions given) {
    ALL.forEach(
        (with, others) -> {
          boolean lack = with.startsWith(WITHOUT);
          if (given.has(lack ? with.substring(WITHOUT.length()) : with) != lack) {
            given.refuse(with, List.of(others.split(" ")));
          }
        });
  }
}
