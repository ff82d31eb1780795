package io.amoeba.shift.compaction;

import io.amoeba.shift.agent.AgentOptions.TurnOptions;
import io.amoeba.shift.cluster.NodeStates;
import io.amoeba.shift.protocol.node.NodeState;
import io.amoeba.shift.protocol.node.PeerView;
import io.amoeba.shift.protocol.turns.StartDecision;
import io.amoeba.shift.protocol.turns.StartRule;
import io.amoeba.shift.protocol.turns.Turn;
import io.amoeba.shift.protocol.turns.TurnClock;
import io.amoeba.shift.protocol.work.Moment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.compaction.AbstractCompactionTask;
import org.apache.cassandra.db.compaction.CompactionManager;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.schema.SchemaConstants;
import org.apache.cassandra.schema.TableId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Large compactions of this node, which wait for their turn. Nothing is stored of one that waits:
 * its sstables go back to the table's strategy, which finds them again. Safe for concurrent use.
 */
public final class LargeCompactions {

  private static final Logger logger = LoggerFactory.getLogger(LargeCompactions.class);

  /** A table that may compact and does not, although its strategy was asked. */
  private static final long FORGOTTEN_AFTER_MILLIS = 60_000;

  private static final long SUBMITTED_EVERY_MILLIS = 10_000;

  private static final long NEVER = -1;

  /** A table that waits. */
  private static final class Waiting {
    final ColumnFamilyStore table;
    final Moment since;

    volatile StartDecision decision;

    /** Confined to the control thread, as the next one. */
    long mayStartSinceMillis = NEVER;

    long submittedMillis = NEVER;

    Waiting(ColumnFamilyStore table, StartDecision decision) {
      this.table = table;
      this.since = now();
      this.decision = decision;
    }

    long millis() {
      return nowMillis() - since.monotonicMillis();
    }
  }

  private final TurnOptions options;
  private final NodeStates states;
  private final TurnClock turns;
  private final Map<TableId, Waiting> waiting = new ConcurrentHashMap<>();
  private final Map<AbstractCompactionTask, Long> running = new ConcurrentHashMap<>();
  private final AtomicLongArray decisions = new AtomicLongArray(StartDecision.values().length);

  /** The table whose compaction this thread has just put off: it would submit it again at once. */
  private final ThreadLocal<ColumnFamilyStore> putOff = new ThreadLocal<>();

  private volatile boolean on;

  public LargeCompactions(TurnOptions options, NodeStates states) {
    this.options = options;
    this.states = states;
    this.turns = new TurnClock(options.turn().toMillis(), options.gap().toMillis());
    this.on = options.on();
  }

  /**
   * A compaction is about to run.
   *
   * @return true: it must not, and its sstables have gone back
   */
  public boolean postpones(
      AbstractCompactionTask task,
      ColumnFamilyStore table,
      LifecycleTransaction transaction,
      boolean userDefined,
      OperationType type) {
    Set<SSTableReader> sstables = transaction.originals();
    long bytes = sstables.stream().mapToLong(SSTableReader::onDiskLength).sum();
    if (bytes < options.leastBytes()) {
      return false;
    }
    String reason = "at once";
    if (on
        && type == OperationType.COMPACTION
        && !userDefined
        && sstables.size() > 1
        && !SchemaConstants.isLocalSystemKeyspace(table.getKeyspaceName())) {
      StartDecision decision = decide(table);
      reason = decision.name();
      decisions.incrementAndGet(decision.ordinal());
      if (!decision.starts()) {
        waiting.computeIfAbsent(table.metadata.id, id -> new Waiting(table, decision));
        putOff.set(table);
        transaction.close();
        return true;
      }
    }
    running.put(task, nowMillis());
    waiting.remove(table.metadata.id);
    logger.info(
        "A large compaction of {}.{} starts, of {} sstables with {} MiB: {}",
        table.getKeyspaceName(),
        table.getTableName(),
        sstables.size(),
        bytes >> 20,
        reason);
    return false;
  }

  private StartDecision decide(ColumnFamilyStore table) {
    if (!on) {
      return StartDecision.IN_TURN;
    }
    Waiting waits = waiting.get(table.metadata.id);
    List<PeerView> peers = states.peers();
    boolean replicaCompacts =
        peers.stream()
            .filter(peer -> peer.isUp() && peer.sharesRanges())
            .anyMatch(peer -> peer.state().filter(NodeState::isCompacting).isPresent());
    return StartRule.decide(
        options.bounds(),
        TableLoads.of(table),
        waits == null ? 0 : waits.millis(),
        turn(),
        replicaCompacts);
  }

  /** Whose turn it is. Where a rack does not have a replica of every range, nobody takes turns. */
  public Turn turn() {
    return turns.turn(states.separateRacks(), states.ownRack(), now());
  }

  /** The rack whose turn it is; empty: nobody's, or racks take no turns. */
  public String turnRack() {
    return turns.holder(states.separateRacks(), now()).orElse("");
  }

  /** A compaction has ended, if it has run. */
  public void ended(AbstractCompactionTask task) {
    Long began = running.remove(task);
    if (began != null) {
      logger.info("The large compaction has ended after {} ms", nowMillis() - began);
    }
  }

  /**
   * Whether this thread submits a table whose compaction it has just put off: that would come back
   * at once.
   */
  public boolean keepsFromSubmitting(ColumnFamilyStore table) {
    if (putOff.get() != table) {
      return false;
    }
    putOff.remove();
    return true;
  }

  /** Looks for other racks, and submits tables that may compact now; called every second. */
  public void resume() {
    turn();
    long now = nowMillis();
    for (Waiting waits : waiting.values()) {
      if (!waits.table.isValid()) {
        waiting.remove(waits.table.metadata.id, waits);
        continue;
      }
      waits.decision = decide(waits.table);
      if (!waits.decision.starts()) {
        waits.mayStartSinceMillis = NEVER;
      } else if (waits.mayStartSinceMillis == NEVER) {
        waits.mayStartSinceMillis = now;
        waits.submittedMillis = now;
        CompactionManager.instance.submitBackground(waits.table);
      } else if (now - waits.mayStartSinceMillis > FORGOTTEN_AFTER_MILLIS
          && waits.table.getCompactionStrategyManager().getEstimatedRemainingTasks() == 0) {
        // Otherwise all threads may be busy, and its time must not begin again.
        waiting.remove(waits.table.metadata.id, waits);
      } else if (now - waits.submittedMillis > SUBMITTED_EVERY_MILLIS) {
        waits.submittedMillis = now;
        CompactionManager.instance.submitBackground(waits.table);
      }
    }
  }

  /** Whether one runs. */
  public boolean areRunning() {
    return !running.isEmpty();
  }

  public boolean isOn() {
    return on;
  }

  /** Off: what waits is submitted with the next tick. */
  public void setOn(boolean changed) {
    on = changed;
  }

  /** Tables that wait, in no order. */
  public List<PostponedTable> postponed() {
    return waiting.values().stream()
        .map(
            waits ->
                new PostponedTable(
                    waits.table.getKeyspaceName() + "." + waits.table.getTableName(),
                    waits.since.wallMillis(),
                    waits.since.wallMillis() + options.bounds().maxMillis(),
                    waits.decision))
        .toList();
  }

  /** Figures of the node, by name. */
  public Map<String, Long> figures() {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("large_compactions", (long) running.size());
    figures.put("waiting_tables", (long) waiting.size());
    figures.put(
        "waiting_seconds",
        TimeUnit.MILLISECONDS.toSeconds(
            waiting.values().stream().mapToLong(Waiting::millis).max().orElse(0)));
    for (StartDecision decision : StartDecision.values()) {
      figures.put(
          (decision.starts() ? "started_" : "postponed_")
              + decision.name().toLowerCase(Locale.ROOT),
          decisions.get(decision.ordinal()));
    }
    return figures;
  }

  private static long nowMillis() {
    return now().monotonicMillis();
  }

  private static Moment now() {
    return new Moment(TimeUnit.NANOSECONDS.toMillis(System.nanoTime()), System.currentTimeMillis());
  }
}
