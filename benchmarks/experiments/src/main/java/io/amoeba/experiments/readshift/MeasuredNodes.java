package io.amoeba.experiments.readshift;

import io.amoeba.experiments.Values;
import io.amoeba.experiments.Waiting;
import io.amoeba.experiments.loops.OperationLog;
import io.amoeba.experiments.loops.RequestLoop;
import io.amoeba.experiments.usage.MachineUsage;
import io.amoeba.experiments.usage.MachineWatch;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Three nodes with all rows, and the rows' client. Closing ends both. Confined to one thread. */
final class MeasuredNodes implements AutoCloseable {
  /** Snapshots flush; more sstables than this are compacted before a cycle. */
  private static final int MOST_SSTABLES_OF_BACKUPS = 3;

  private final ShiftOptions options;
  private final ShiftNodes cluster;
  private final ShiftRows rows;

  private MeasuredNodes(ShiftOptions options, ShiftNodes cluster, ShiftRows rows) {
    this.options = options;
    this.cluster = cluster;
    this.rows = rows;
  }

  /** Starts nodes with all rows. */
  static MeasuredNodes start(ShiftOptions options, boolean withHints, Consumer<String> progress)
      throws IOException {
    List<ShiftAgent> agents = ShiftAgent.of(withHints);
    ShiftNodes cluster =
        options.inContainers()
            ? ContainerNodes.start(options, agents, progress)
            : ProcessNodes.start(options, agents);
    boolean started = false;
    try {
      ShiftRows rows =
          ShiftRows.fill(cluster.nodes().stream().map(ShiftNode::cql).toList(), options);
      MeasuredNodes measured = new MeasuredNodes(options, cluster, rows);
      if (options.work() == NodeWork.BACKUP) {
        // A compaction would be other work.
        cluster.nodes().forEach(ShiftNode::stopCompactions);
      }
      started = true;
      return measured;
    } finally {
      if (!started) {
        cluster.close();
      }
    }
  }

  /** Measures a cycle, then compares every acknowledged write with what the replicas hold. */
  ShiftCycle cycle(int round, ShiftMode mode, MachineWatch machine, Consumer<String> progress)
      throws InterruptedException {
    List<ShiftNode> nodes = cluster.nodes();
    nodes.forEach(node -> node.apply(mode));
    settle(nodes);
    cluster.limit();
    OperationLog log = new OperationLog();
    double from = Values.nowSeconds();
    WorkFigures work;
    try (RequestLoop unused =
        RequestLoop.start(
            options.perSecond(), options.inFlight(), start -> rows.send(start, log))) {
      Waiting.pause(options.warmUp());
      work =
          new CycleRun(options, mode, nodes, rows, log)
              .measure(nodes.get((round - 1) % nodes.size()));
    }
    double to = Values.nowSeconds();
    cluster.unlimit();
    log.tellError(progress);
    Map<String, Double> figures = new LinkedHashMap<>(log.figures());
    figures.putAll(work.all());
    figures.put("lostWrites", (double) rows.lostWrites());
    figures.put("busyFraction", MachineUsage.load(machine.samples(), from, to).get("busyFraction"));
    return new ShiftCycle(round, mode, options.load(), new Values(figures), log.seconds());
  }

  private void settle(List<ShiftNode> nodes) {
    int most = options.work() == NodeWork.BACKUP ? MOST_SSTABLES_OF_BACKUPS : 1;
    if (nodes.stream().anyMatch(node -> node.sstables() > most || node.sstables() == 0)) {
      nodes.parallelStream().forEach(ShiftNode::compactAll);
    }
  }

  @Override
  public void close() {
    try {
      rows.close();
    } finally {
      cluster.close();
    }
  }
}
