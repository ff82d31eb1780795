package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.scenario.Scenario;
import io.amoeba.experiments.scenario.ScenarioOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns the options of a scenario into checked ones. Confined to one thread. */
final class ScenarioReader {
  private static final int MOST_NODES = 8;
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
        nodes(scenario),
        texts.duration(
            "--duration",
            given.duration,
            scenario.defaultDuration(),
            LEAST_DURATION,
            LONGEST_DURATION),
        given.outputs.read(texts, AlignmentCommand.NAME + "-" + scenario.text()));
  }

  private List<Integer> nodes(Scenario scenario) {
    if (given.nodes == null) {
      return scenario.defaultNodes();
    }
    // On one node there is nothing to align.
    int least = scenario == Scenario.UNALIGNED ? 1 : 2;
    List<Integer> nodes = new ArrayList<>();
    for (String text : given.nodes.split(",", -1)) {
      nodes.add(texts.number("--nodes", text.strip(), least, least, MOST_NODES));
    }
    return nodes;
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
    options.forEach(
        (option, isGiven) -> {
          if (isGiven) {
            texts.problem("%s does not go with --scenario: leave it out".formatted(option));
          }
        });
  }
}
