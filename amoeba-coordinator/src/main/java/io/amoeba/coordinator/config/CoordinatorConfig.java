package io.amoeba.coordinator.config;

import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.monitor.NodeEntry;
import io.amoeba.coordinator.monitor.StoreQuestions;
import io.amoeba.partitioner.signature.PlacementSecret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The coordinator's configuration, already checked. The state file keeps what task managers were
 * told, so that a restart in the middle of a hand-over can end it. Immutable.
 *
 * @param placementSecret what task managers know the coordinator's answers by
 * @param secretVariables names of environment variables with secrets: for this process alone
 * @param secretFiles files with secrets
 */
public record CoordinatorConfig(
    Mode mode,
    Duration interval,
    FlinkSettings flink,
    RedisSettings redis,
    List<NodeEntry> nodes,
    HttpSettings http,
    Optional<Path> stateFile,
    PlanSettings plans,
    Optional<LeaseSettings> lease,
    Optional<PlacementSecret> placementSecret,
    Set<String> secretVariables,
    Set<Path> secretFiles) {

  public CoordinatorConfig {
    nodes = List.copyOf(nodes);
    secretVariables = Set.copyOf(secretVariables);
    secretFiles = Set.copyOf(secretFiles);
  }

  /** Whether this coordinator may move hash slots between primaries. */
  public boolean movesHashSlots() {
    return flink.storeFollows().isPresent() || plans.balancesStore();
  }

  /** What the store has to be asked for its plans. */
  public StoreQuestions storeQuestions() {
    boolean migrates = plans.migrations().rules().isPresent();
    boolean changes = migrates || movesHashSlots();
    return new StoreQuestions(migrates, plans.balancesStore(), changes, changes);
  }

  /** The same with another port to listen on. */
  public CoordinatorConfig withHttpPort(int port) {
    return new CoordinatorConfig(
        mode,
        interval,
        flink,
        redis,
        nodes,
        http.withPort(port),
        stateFile,
        plans,
        lease,
        placementSecret,
        secretVariables,
        secretFiles);
  }

  /** The same with other files, where a leader finds what those before it have left. */
  public CoordinatorConfig withFiles(Path state, Path planFile) {
    return new CoordinatorConfig(
        mode,
        interval,
        flink,
        redis,
        nodes,
        http,
        Optional.of(state),
        plans.withFile(planFile),
        lease,
        placementSecret,
        secretVariables,
        secretFiles);
  }
}
