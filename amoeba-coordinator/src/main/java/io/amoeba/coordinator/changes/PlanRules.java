package io.amoeba.coordinator.changes;

import io.amoeba.coordinator.changes.failover.MigrationRules;
import io.amoeba.coordinator.changes.leadership.UpkeepSettings;
import io.amoeba.coordinator.changes.parallelism.RescaleSettings;
import io.amoeba.coordinator.changes.slots.DrainSettings;
import io.amoeba.coordinator.plan.GrowthSettings;
import io.amoeba.coordinator.plan.MoveRules;
import io.amoeba.coordinator.yaml.YamlSection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What plans must respect. Immutable.
 *
 * @param migrations of whole primaries; empty: primaries stay where they are
 * @param growth whether the store grows, and to what
 * @param drain whether the store leaves nodes without subtasks
 * @param moves of hash slots
 * @param rescales whether the job gets more subtasks, and the nodes that the job does not use: the
 *     store gains nothing there, either
 * @param upkeep whether servers work before their triggers, and who leads meanwhile
 * @param minLocalityGain least rise of the local-hit rate (0 … 1) for which data or records move
 */
public record PlanRules(
    Optional<MigrationRules> migrations,
    GrowthSettings growth,
    DrainSettings drain,
    MoveRules moves,
    RescaleSettings rescales,
    UpkeepSettings upkeep,
    double minLocalityGain) {

  /** A tenth of a percent: less than what is measured wavers. */
  private static final double DEFAULT_GAIN = 0.001;

  public PlanRules {
    moves = moves.withoutJobOn(rescales.forbiddenNodes());
  }

  /** Primaries, the job and the lead stay, the store keeps its size, and nothing is too little. */
  public static final PlanRules DEFAULT =
      new PlanRules(
          Optional.empty(),
          GrowthSettings.NONE,
          DrainSettings.NONE,
          MoveRules.NONE,
          RescaleSettings.NONE,
          UpkeepSettings.NONE,
          0);

  /**
   * Reads the section about plans.
   *
   * @param moves the section about hash slots, whose other keys somebody else reads
   * @param migrations the same about primaries
   * @param maxLagBytes of a replica that may lead
   */
  public static PlanRules read(
      YamlSection plans, YamlSection moves, YamlSection migrations, long maxLagBytes) {
    PlanRules rules =
        new PlanRules(
            MigrationRules.read(migrations),
            GrowthSettings.read(plans.section("growth")),
            DrainSettings.read(plans.section("drain")),
            MoveRules.read(moves),
            RescaleSettings.read(plans.section("rescale")),
            UpkeepSettings.read(plans.section("upkeep"), maxLagBytes),
            plans.share("minLocalityGain", DEFAULT_GAIN));
    rules.checkStartNodes(plans);
    return rules;
  }

  /** Servers are started for subtasks, so not on nodes that the job does not use. */
  private void checkStartNodes(YamlSection plans) {
    Set<String> both = new TreeSet<>(rescales.forbiddenNodes());
    both.retainAll(growth.start().map(GrowthSettings.Start::nodes).orElse(Set.of()));
    for (String node : both) {
      plans.problem(
          "rescale.forbiddenNodes",
          "'" + node + "', which is one of plans.growth.startNodes, too",
          "a list of nodes on which no server is to be started for the job",
          "Remove the node from either list.");
    }
  }
}
