package io.amoeba.streaming.checks.scenario;

import com.datastax.oss.driver.api.core.CqlSession;
import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import io.amoeba.streaming.checks.history.HistoryChecker;
import io.amoeba.streaming.checks.workload.CounterLoad;
import io.amoeba.streaming.checks.workload.CqlClients;
import io.amoeba.streaming.checks.workload.CqlCounterStore;
import io.amoeba.streaming.checks.workload.CqlVersionStore;
import io.amoeba.streaming.checks.workload.FinalReading;
import io.amoeba.streaming.checks.workload.Replication;
import io.amoeba.streaming.checks.workload.Workload;
import io.amoeba.streaming.checks.workload.WorkloadSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A cluster whose clients never pause, so that whatever is done to it is done under load. {@link
 * #finish()} tells what the clients saw. Confined to one thread.
 */
public final class CheckedCluster implements AutoCloseable {
  private static final Replication DEFAULT_REPLICATION = Replication.inOneDataCentre(3);
  private static final int FIRST_VERSION_BYTES = 24_576;
  private static final int COUNTERS = 3;

  /** Writes that show that the cluster works as it is now. */
  private static final int SETTLED_WRITES = 300;

  private static final Duration SETTLE_LIMIT = Duration.ofMinutes(5);
  private static final Duration JOIN_LIMIT = Duration.ofMinutes(8);

  private final CassandraCluster cluster;
  private final Replication replication;
  private final CqlClients clients = new CqlClients();
  private final CqlVersionStore store = new CqlVersionStore(clients, FIRST_VERSION_BYTES);
  private final CqlCounterStore counterStore = new CqlCounterStore(clients);
  private final Workload workload;
  private final CounterLoad counters;
  private boolean judged;

  private CheckedCluster(
      CassandraCluster cluster, Replication replication, WorkloadSettings load, long seed) {
    this.cluster = cluster;
    this.replication = replication;
    this.workload = new Workload(store, load, seed);
    this.counters = new CounterLoad(counterStore, store::coordinators, COUNTERS, seed);
  }

  /**
   * Options that every node of a checked cluster has: copies can be read from each replica alone, a
   * killed node keeps all that it has acknowledged, and no hint mends what a change of the ring has
   * lost.
   */
  public static StartOptions options() {
    return options(CommitLog.SYNCED);
  }

  /** The same, but for what a killed node keeps. */
  static StartOptions options(CommitLog commitLog) {
    return commitLog.addTo(
        StartOptions.NONE
            .withJvmArguments(CqlVersionStore.JVM_ARGUMENT)
            .withYaml("hinted_handoff_enabled", false));
  }

  /** Starts the first nodes, fills the table, with RF 3, and lets the clients go. */
  public static CheckedCluster start(
      CassandraSettings settings, int nodes, WorkloadSettings load, Path folder)
      throws InterruptedException {
    return start(settings, nodes, DEFAULT_REPLICATION, load, folder);
  }

  /** The same, with a replication of the table that fits the nodes' data centres. */
  static CheckedCluster start(
      CassandraSettings settings,
      int nodes,
      Replication replication,
      WorkloadSettings load,
      Path folder)
      throws InterruptedException {
    CassandraCluster cluster = CassandraCluster.start(settings, nodes, folder);
    long seed = System.nanoTime();
    System.out.println("Seed of the workload: " + seed);
    CheckedCluster checked = new CheckedCluster(cluster, replication, load, seed);
    try {
      checked.begin();
      return checked;
    } catch (RuntimeException | InterruptedException e) {
      checked.close();
      throw e;
    }
  }

  private void begin() throws InterruptedException {
    cluster.nodes().forEach(this::addCoordinator);
    store.create(1, replication);
    counterStore.create(1);
    workload.fill();
    workload.start();
    counters.start();
    settle();
  }

  public CassandraCluster cluster() {
    return cluster;
  }

  /** A session that asks this node only. */
  public CqlSession session(int node) {
    return clients.session(node);
  }

  /** Changes the schema and waits until every member has it. */
  void changeSchema(String cql) {
    clients.changeSchema(1, cql);
  }

  public Workload workload() {
    return workload;
  }

  /** From now on clients ask this node too. */
  public void addCoordinator(CassandraNode node) {
    clients.add(node.number(), node.cqlAddress());
  }

  /** Starts a node, waits until it is a full member, and lets clients ask it. */
  public CassandraNode join(int number, StartOptions options) throws InterruptedException {
    CassandraNode joiningNode = cluster.launch(number, options);
    joiningNode.awaitNormal(JOIN_LIMIT);
    addCoordinator(joiningNode);
    settle();
    return joiningNode;
  }

  /** Waits until every node is a full member and sees all others alive. */
  void awaitWhole(Duration limit) {
    cluster.nodes().forEach(node -> node.awaitNormal(limit));
    cluster.nodes().forEach(node -> node.awaitLive(limit, cluster.nodes()));
  }

  /** Waits until the clients have written some more. */
  public void settle() throws InterruptedException {
    workload.awaitFurtherWrites(SETTLED_WRITES, SETTLE_LIMIT);
  }

  /** Kinds of errors that clients with lightweight transactions got, and how often. */
  Map<String, Long> transactionErrors() {
    return counters.errors();
  }

  /** Ends the clients, reads everything once more, and judges. All nodes must be up. */
  public Findings finish() throws InterruptedException {
    workload.stop();
    counters.stop();
    Findings findings =
        new Findings(
            HistoryChecker.check(new FinalReading(store).complete(replication.total(), workload)),
            workload.errors(),
            counters.applied(),
            counters.violations(store.coordinators()),
            unsentMessages());
    judged = findings.isClean();
    return findings;
  }

  private List<String> unsentMessages() {
    return cluster.nodes().stream()
        .flatMap(node -> node.logSince(0).lines())
        .filter(line -> line.contains("InvalidSerializedSizeException"))
        .toList();
  }

  /** Logs stay unless the clients found nothing wrong. */
  @Override
  public void close() {
    if (!judged) {
      cluster.keepLogs();
    }
    workload.close();
    counters.close();
    try {
      clients.close();
    } finally {
      cluster.close();
    }
  }
}
