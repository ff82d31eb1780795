package io.amoeba.hints.settings;

import io.amoeba.hints.agent.AgentOptions;
import io.amoeba.hints.protocol.targets.TargetPolicy;
import java.util.Set;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;

/** What an operator may change while the node runs. Safe for concurrent use. */
public final class HintSettings {

  private volatile TablesWithoutHints without;
  private volatile boolean capturing = true;
  private volatile boolean rangeReads;
  private volatile boolean applying = true;
  private volatile boolean loadShedding;
  private volatile int intervalMillis;
  private volatile int minBatchSize;
  private volatile TargetPolicy targets;
  private volatile int batchesInFlight;
  private volatile int applyPercent;
  private volatile int loadPercent = 100;

  public HintSettings(AgentOptions options) {
    rangeReads = options.rangeReads();
    loadShedding = options.loadShedding();
    intervalMillis = options.intervalMillis();
    minBatchSize = options.minBatchSize();
    targets = options.targets();
    batchesInFlight = options.batchesInFlight();
    applyPercent = options.applyPercent();
    without = TablesWithoutHints.of(options.exclude());
  }

  public boolean isCapturing() {
    return capturing;
  }

  public void setCapturing(boolean on) {
    capturing = on;
  }

  /** Whether range reads are captured, too, when reads are. */
  public boolean isRangeReads() {
    return rangeReads;
  }

  public void setRangeReads(boolean on) {
    rangeReads = on;
  }

  public boolean isCapturingRanges() {
    return rangeReads && capturing;
  }

  public boolean isApplying() {
    return applying;
  }

  public void setApplying(boolean on) {
    applying = on;
  }

  public boolean isLoadShedding() {
    return loadShedding;
  }

  public void setLoadShedding(boolean on) {
    loadShedding = on;
  }

  public int intervalMillis() {
    return intervalMillis;
  }

  public void setIntervalMillis(int millis) {
    intervalMillis = millis;
  }

  /** Fewer captured reads than this wait for more; 0: none does. */
  public int minBatchSize() {
    return minBatchSize;
  }

  public void setMinBatchSize(int reads) {
    minBatchSize = reads;
  }

  public TargetPolicy targets() {
    return targets;
  }

  public void setTargets(TargetPolicy policy) {
    targets = policy;
  }

  public int batchesInFlight() {
    return batchesInFlight;
  }

  public int applyPercent() {
    return applyPercent;
  }

  public void setApplyPercent(int percent) {
    applyPercent = percent;
  }

  /** What the node's load allows, 0 to 100. */
  public int loadPercent() {
    return loadShedding ? loadPercent : 100;
  }

  public void setLoadPercent(int percent) {
    loadPercent = percent;
  }

  /** The lower of what the operator wants and what the node's load allows. */
  public int effectivePercent() {
    return applying ? Math.min(applyPercent, loadPercent()) : 0;
  }

  /** Keyspaces, and tables as keyspace.table, without hints. */
  public Set<String> excluded() {
    return without.names();
  }

  public synchronized void exclude(String keyspaceOrTable) {
    without = without.with(keyspaceOrTable);
  }

  public synchronized void include(String keyspaceOrTable) {
    without = without.without(keyspaceOrTable);
  }

  public boolean isExcluded(TableMetadata table) {
    return without.isExcluded(table);
  }

  /** Whether its reads are hints: no system table, none that is virtual or excluded. */
  public boolean hasHints(TableMetadata table) {
    return !without.contains(table);
  }

  /**
   * False for a table that is known to have no hints since {@link #hasHints} was asked. For
   * clients' threads: neither locks nor allocates.
   */
  public boolean mayHaveHints(TableId table) {
    return !without.isKnown(table);
  }
}
