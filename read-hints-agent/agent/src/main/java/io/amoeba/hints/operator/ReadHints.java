package io.amoeba.hints.operator;

import io.amoeba.agentkit.beans.AgentBean;
import io.amoeba.agentkit.options.ChoiceNames;
import io.amoeba.agentkit.patch.StartReport;
import io.amoeba.hints.agent.AgentOptions;
import io.amoeba.hints.capture.CapturedReads;
import io.amoeba.hints.hotset.HotSetClient;
import io.amoeba.hints.hotset.HotSetServer;
import io.amoeba.hints.protocol.hotset.HotSetRequest.TokenRange;
import io.amoeba.hints.protocol.targets.TargetPolicy;
import io.amoeba.hints.settings.HintCounters;
import io.amoeba.hints.settings.HintSettings;
import io.amoeba.hints.settings.TableNames;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.config.DatabaseDescriptor;

/** The MBean, over the live state. */
public final class ReadHints extends AgentBean implements ReadHintsMXBean {

  private final HintSettings settings;
  private final HintCounters counters;
  private final CapturedReads captured;
  private final HotSetServer hotSetServer;
  private final HotSetClient hotSetClient;

  public ReadHints(
      StartReport report,
      HintSettings settings,
      HintCounters counters,
      CapturedReads captured,
      HotSetServer hotSetServer,
      HotSetClient hotSetClient) {
    super(NAME, report);
    this.settings = settings;
    this.counters = counters;
    this.captured = captured;
    this.hotSetServer = hotSetServer;
    this.hotSetClient = hotSetClient;
  }

  @Override
  public Map<String, Long> getCounters() {
    return CounterNames.values(CounterNames.counters(counters));
  }

  @Override
  public Map<String, Long> getDropped() {
    return CounterNames.values(CounterNames.dropped(counters, captured));
  }

  @Override
  public List<String> getPeers() {
    return counters.peers().entrySet().stream()
        .map(
            peer ->
                String.format(
                    "%s: sent %d hints in %d batches, %d bytes; dropped %d; in flight %d;"
                        + " received %d batches, %d bytes",
                    peer.getKey(),
                    peer.getValue().sent.sum(),
                    peer.getValue().sentBatches.sum(),
                    peer.getValue().sentBytes.sum(),
                    peer.getValue().dropped.sum(),
                    peer.getValue().window.inFlight(),
                    peer.getValue().receivedBatches.sum(),
                    peer.getValue().receivedBytes.sum()))
        .sorted()
        .toList();
  }

  @Override
  public long getLagMillis() {
    return counters.lagMillis();
  }

  @Override
  public long getSenderCpuNanos() {
    return counters.senderCpuNanos();
  }

  @Override
  public int getHotSetSize() {
    return hotSetServer.size();
  }

  @Override
  public boolean isCapturing() {
    return settings.isCapturing();
  }

  @Override
  public void setCapturing(boolean on) {
    settings.setCapturing(on);
  }

  @Override
  public boolean isRangeReads() {
    return settings.isRangeReads();
  }

  @Override
  public void setRangeReads(boolean on) {
    settings.setRangeReads(on);
  }

  @Override
  public boolean isApplying() {
    return settings.isApplying();
  }

  @Override
  public void setApplying(boolean on) {
    settings.setApplying(on);
  }

  @Override
  public int getApplyPercent() {
    return settings.applyPercent();
  }

  @Override
  public void setApplyPercent(int percent) {
    settings.setApplyPercent(within("ApplyPercent", percent, 0, 100));
  }

  @Override
  public boolean isLoadShedding() {
    return settings.isLoadShedding();
  }

  @Override
  public void setLoadShedding(boolean on) {
    settings.setLoadShedding(on);
  }

  @Override
  public int getLoadPercent() {
    return settings.loadPercent();
  }

  @Override
  public int getBufferEntries() {
    return captured.capacity();
  }

  @Override
  public void setBufferEntries(int entries) {
    captured.setCapacity(
        within(
            "BufferEntries",
            entries,
            AgentOptions.LEAST_BUFFER_ENTRIES,
            AgentOptions.MOST_BUFFER_ENTRIES));
  }

  @Override
  public int getIntervalMillis() {
    return settings.intervalMillis();
  }

  @Override
  public void setIntervalMillis(int millis) {
    settings.setIntervalMillis(
        within(
            "IntervalMillis",
            millis,
            AgentOptions.LEAST_INTERVAL_MILLIS,
            AgentOptions.MOST_INTERVAL_MILLIS));
  }

  @Override
  public int getMinBatchSize() {
    return settings.minBatchSize();
  }

  @Override
  public void setMinBatchSize(int reads) {
    settings.setMinBatchSize(within("MinBatchSize", reads, 0, AgentOptions.MOST_BUFFER_ENTRIES));
  }

  @Override
  public String getTargetPolicy() {
    return ChoiceNames.of(settings.targets());
  }

  @Override
  public void setTargetPolicy(String policy) {
    settings.setTargets(ChoiceNames.require(TargetPolicy.class, "TargetPolicy", policy));
  }

  @Override
  public List<String> getExcluded() {
    return List.copyOf(settings.excluded());
  }

  @Override
  public void exclude(String keyspaceOrTable) {
    TableNames.now()
        .problem(keyspaceOrTable)
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException(problem);
            });
    settings.exclude(keyspaceOrTable);
  }

  @Override
  public void include(String keyspaceOrTable) {
    if (!settings.excluded().contains(keyspaceOrTable)) {
      throw new IllegalArgumentException(
          "include=%s: is not excluded; these are: %s"
              .formatted(keyspaceOrTable, settings.excluded()));
    }
    settings.include(keyspaceOrTable);
  }

  @Override
  public int pullHotSet() {
    return hotSetClient.pull();
  }

  @Override
  public long pullHotSetAndWait(long limitMillis, String ranges) {
    String partitioner = DatabaseDescriptor.getPartitioner().getClass().getSimpleName();
    List<TokenRange> checked = HotSetClient.ranges(limitMillis, ranges, partitioner);
    try {
      return hotSetClient.pullAndWait(limitMillis, checked);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while the hot set is pulled", e);
    }
  }

  private static int within(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(name + "=" + value + ": want " + min + " … " + max);
    }
    return value;
  }
}
