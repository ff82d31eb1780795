package io.amoeba.hints.operator;

import io.amoeba.agentkit.views.AmoebaViews;
import io.amoeba.hints.capture.CapturedReads;
import io.amoeba.hints.hotset.HotSetServer;
import io.amoeba.hints.settings.HintCounters;
import io.amoeba.hints.settings.HintSettings;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;

/** {@code amoeba_views.read_hints}: a row for each counter and setting of this node. */
public final class ReadHintsTable extends AbstractVirtualTable {

  private final HintSettings settings;
  private final HintCounters counters;
  private final CapturedReads captured;
  private final HotSetServer hotSetServer;

  public ReadHintsTable(
      HintSettings settings,
      HintCounters counters,
      CapturedReads captured,
      HotSetServer hotSetServer) {
    super(
        AmoebaViews.table("read_hints", "name", "read hints of this node, counted since its start")
            .addRegularColumn("value", LongType.instance)
            .build());
    this.settings = settings;
    this.counters = counters;
    this.captured = captured;
    this.hotSetServer = hotSetServer;
  }

  @Override
  public DataSet data() {
    SimpleDataSet rows = new SimpleDataSet(metadata());
    CounterNames.counters(counters).forEach((name, value) -> row(rows, name, value.getAsLong()));
    CounterNames.dropped(counters, captured)
        .forEach((name, value) -> row(rows, "dropped_" + name, value.getAsLong()));
    row(rows, "lag_millis", counters.lagMillis());
    row(rows, "sender_cpu_nanos", counters.senderCpuNanos());
    row(rows, "apply_percent", settings.applyPercent());
    row(rows, "load_percent", settings.loadPercent());
    row(rows, "effective_percent", settings.effectivePercent());
    row(rows, "buffer_entries", captured.capacity());
    row(rows, "interval_millis", settings.intervalMillis());
    row(rows, "min_batch_size", settings.minBatchSize());
    row(rows, "hot_set_size", hotSetServer.size());
    return rows;
  }

  private static void row(SimpleDataSet rows, String name, long value) {
    rows.row(name).column("value", value);
  }
}
