package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.streaming.checks.history.HistoryChecker;
import io.amoeba.streaming.checks.history.Level;
import io.amoeba.streaming.checks.history.Outcome;
import io.amoeba.streaming.checks.history.Verdict;
import io.amoeba.streaming.checks.history.Write;
import io.amoeba.streaming.checks.workload.CqlClients;
import io.amoeba.streaming.checks.workload.CqlVersionStore;
import io.amoeba.streaming.checks.workload.FinalReading;
import io.amoeba.streaming.checks.workload.Workload;
import io.amoeba.streaming.checks.workload.WorkloadSettings;
import java.time.Duration;
import java.util.List;

/**
 * Clients that never pause and write down what they were told. They ask each node by a session of
 * its own, and once only: nothing hides a node's failure. Confined to one thread.
 */
final class CheckedClients implements AutoCloseable {
  /**
   * Options of nodes that are checked: copies can be read from each replica alone, and no hint
   * mends what a change of the ring has lost.
   */
  static final List<String> NODE_OPTIONS =
      List.of(
          CqlVersionStore.JVM_ARGUMENT,
          "-Dcassandra.settings.hinted_handoff_enabled=false",
          // Not periodic: a killed node would lose what it acknowledged in its last moment.
          "-Dcassandra.settings.commitlog_sync=group",
          "-Dcassandra.settings.commitlog_sync_group_window=10ms",
          "-Dcassandra.settings.commitlog_sync_period=0ms");

  private static final int REPLICATION_FACTOR = 3;
  private static final int FIRST_VERSION_BYTES = 16_384;
  private static final WorkloadSettings LOAD = new WorkloadSettings(1_000, 3, 3, 120, 120);
  private static final int SETTLED_WRITES = 200;
  private static final Duration SETTLE = Duration.ofMinutes(1);

  private final CassandraNodes nodes;
  private final CqlClients clients = new CqlClients();
  private final Workload workload;
  private final CqlVersionStore store = new CqlVersionStore(clients, FIRST_VERSION_BYTES);

  private CheckedClients(CassandraNodes nodes) {
    this.nodes = nodes;
    long seed = System.nanoTime();
    System.out.println("Seed of the workload: " + seed);
    this.workload = new Workload(store, LOAD, seed);
  }

  /** Fills a table and lets the clients go. */
  static CheckedClients start(CassandraNodes nodes) throws InterruptedException {
    CheckedClients checked = new CheckedClients(nodes);
    boolean started = false;
    try {
      for (int node = 1; node <= CassandraNodes.FIRST_NODES; node++) {
        checked.ask(node);
      }
      checked.store.create(1, REPLICATION_FACTOR);
      checked.workload.fill();
      checked.workload.start();
      checked.settle();
      started = true;
      return checked;
    } finally {
      if (!started) {
        checked.close();
      }
    }
  }

  /** From now on they ask this node, too. */
  void ask(int node) {
    clients.add(node, nodes.cql(node));
  }

  /** Waits until they have written some more. */
  void settle() throws InterruptedException {
    workload.awaitFurtherWrites(SETTLED_WRITES, SETTLE);
  }

  /** Ends them, reads all once more, and judges. */
  void assertNothingLost() throws InterruptedException {
    workload.stop();
    Verdict verdict =
        HistoryChecker.check(new FinalReading(store).complete(REPLICATION_FACTOR, workload));
    System.out.println(verdict.describe() + "; errors: " + workload.errors());

    assertThat(verdict.isClean()).as(verdict.describe()).isTrue();
  }

  /**
   * The same; besides, nothing at QUORUM may have failed. A dead replica fails operations at ALL,
   * as it should.
   */
  void assertNothingLostNorQuorumFailed() throws InterruptedException {
    assertNothingLost();
    String told = "errors: " + workload.errors();
    List<Write> failed =
        workload.writes().stream()
            .filter(write -> write.level() == Level.QUORUM && write.outcome() != Outcome.OK)
            .toList();

    assertThat(failed).as(told).isEmpty();
    assertThat(workload.failedReads()).as(told).isZero();
  }

  @Override
  public void close() {
    workload.close();
    clients.close();
  }
}
