package io.amoeba.streaming.checks.scenario;

import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import io.amoeba.embedded.disk.PoweredDisks;
import io.amoeba.streaming.checks.workload.WorkloadSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs one scenario on a cluster of its own. Used once; confined to one thread. */
final class ScenarioRun {
  /** Of which a busy machine needs minutes until the joining node's process has begun to join. */
  private static final Duration JOIN_LIMIT = Duration.ofMinutes(8);

  /** Longer than the failure detector needs to call a node dead. */
  private static final Duration PAUSE = Duration.ofSeconds(25);

  /** Slow enough for each phase to be seen, and hit, under load. */
  private static final String STREAM_THROUGHPUT = "2MiB/s";

  /** Those that are written while a node joins. */
  private static final List<String> KEYSPACES =
      List.of("system", "system_schema", "system_distributed", "checks");

  private final Scenario scenario;
  private final StartOptions stock;
  private final StartOptions withAgent;
  private final Optional<PoweredDisks> disks;

  /**
   * @param agentJar the packaged agent
   * @param agentOptions as after {@code -javaagent:…=}
   */
  ScenarioRun(Scenario scenario, Path agentJar, String agentOptions) {
    this(scenario, agentJar, agentOptions, Optional.empty());
  }

  /**
   * The same with a disk for each node, whose power can be lost.
   *
   * @param disks empty: nodes lose no power in this scenario
   */
  ScenarioRun(Scenario scenario, Path agentJar, String agentOptions, Optional<PoweredDisks> disks) {
    this.scenario = scenario;
    this.disks = disks;
    this.stock =
        CheckedCluster.options(scenario.commitLog())
            .withYaml("stream_throughput_outbound", STREAM_THROUGHPUT)
            .withYaml("paxos_variant", "v2");
    this.withAgent = stock.withAgent(agentJar, agentOptions);
  }

  ScenarioResult run(Path folder) throws InterruptedException {
    Shape shape = scenario.shape();
    CassandraSettings settings = shape.settings().withOptions(withAgent);
    try (CheckedCluster checked =
        CheckedCluster.start(
            disks.map(of -> settings.withFolders(of::folder)).orElse(settings),
            shape.members(),
            shape.replication(),
            WorkloadSettings.defaults(),
            folder)) {
      return run(checked);
    }
  }

  private ScenarioResult run(CheckedCluster checked) throws InterruptedException {
    long begin = System.nanoTime();
    int members = scenario.shape().members();
    CassandraNode first = checked.cluster().launch(members + 1, withAgent);
    JoinWatch watch = new JoinWatch(first);
    for (Fault fault : scenario.faults()) {
      watch.awaitPhase(fault.at(), JOIN_LIMIT);
      strike(checked, fault);
    }
    long reads = readsUntilNormal(first, watch);
    finishJoin(checked, first);
    for (int i = 2; i <= scenario.joiningNodes(); i++) {
      checked.join(members + i, withAgent);
    }
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    List<Path> folders =
        checked.cluster().nodes().stream()
            .filter(node -> node.number() > members)
            .flatMap(node -> node.dataFolders().stream())
            .toList();
    return new ScenarioResult(
        checked.finish(), watch.steps(), seconds, reads, DataFolders.empty(folders));
  }

  private void strike(CheckedCluster checked, Fault fault) throws InterruptedException {
    CassandraNode node = checked.cluster().node(fault.node());
    switch (fault.action()) {
      case KILL -> {
        node.process().kill();
        checked.cluster().launch(fault.node(), withAgent);
      }
      case LOSE_POWER -> {
        losePower(node);
        checked.cluster().launch(fault.node(), withAgent);
      }
      case PAUSE -> {
        node.process().pause();
        TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
        node.process().resume();
      }
      case WITHOUT_AGENT -> {
        node.process().kill();
        checked.cluster().launch(fault.node(), stock).awaitNormal(JOIN_LIMIT);
        checked.settle();
        node.process().kill();
        checked.cluster().launch(fault.node(), withAgent);
      }
    }
  }

  /**
   * Not within a compaction: after a loss of power at the end of one Cassandra may not start, with
   * the agent or without, before somebody has mended its transaction log.
   */
  private void losePower(CassandraNode node) {
    KEYSPACES.forEach(node.jmx()::disableAutoCompaction);
    node.process().awaitReady(JOIN_LIMIT, () -> !DataFolders.areCompacted(node.dataFolders()));
    disks.orElseThrow().losePower(Map.of(node.number(), node.process()));
  }

  /** Asks again and again, since the answer is wanted from the last moment before the end. */
  private static long readsUntilNormal(CassandraNode joiningNode, JoinWatch watch) {
    long[] reads = {0};
    joiningNode
        .process()
        .awaitReady(
            JOIN_LIMIT,
            () -> {
              long now = watch.readsServed();
              if (joiningNode.jmx().operationMode().equals("NORMAL")) {
                return true;
              }
              reads[0] = Math.max(reads[0], now);
              return false;
            });
    return reads[0];
  }

  private static void finishJoin(CheckedCluster checked, CassandraNode joiningNode)
      throws InterruptedException {
    checked.awaitWhole(JOIN_LIMIT);
    checked.addCoordinator(joiningNode);
    checked.settle();
  }
}
