package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.scenario.Scenario;
import io.amoeba.experiments.scenario.ScenarioOptions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Turns the options of a scenario into checked ones. Confined to one thread. */
final class ScenarioReader {
  private static final Duration LEAST_DURATION = Duration.ofSeconds(30);
  private static final Duration LONGEST_DURATION = Duration.ofHours(1);

  private final AlignmentArguments given;
  private final OptionTexts texts;

  ScenarioReader(AlignmentArguments given, OptionTexts texts) {
    this.given = given;
    this.texts = texts;
  }

  /** The options; to be used only if there are no problems. */
  ScenarioOptions read(String name) {
    refuseOptionsOfContainers();
    Scenario scenario = Scenario.of(name).orElse(Scenario.DYNAMIC);
    if (!scenario.text().equals(name)) {
      texts.problem("--scenario is '%s': use one of %s".formatted(name, Scenario.names()));
    }
    return new ScenarioOptions(
        scenario,
        // On one node there is nothing to align.
        AlignmentReader.sizes(
            texts, given.nodes, scenario.defaultNodes(), scenario == Scenario.UNALIGNED ? 1 : 2),
        texts.duration(
            "--duration",
            given.duration,
            scenario.defaultDuration(),
            LEAST_DURATION,
            LONGEST_DURATION),
        given.outputs.read(texts, AlignmentCommand.NAME + "-" + scenario.text()));
  }

  private void refuseOptionsOfContainers() {
    Map<String, Boolean> options = new LinkedHashMap<>();
    options.put("--containers", given.containers);
    options.put("--delay", given.delay != null);
    options.put("--pairs", given.pairs != null);
    options.put("--phase", given.phase != null);
    options.put("--warm-up", given.warmUp != null);
    options.put("--cpus-per-node", given.cpusPerNode != null);
    options.put("--logs", given.outputs.logs != null);
    texts.refuse("--scenario", options);
  }
}
