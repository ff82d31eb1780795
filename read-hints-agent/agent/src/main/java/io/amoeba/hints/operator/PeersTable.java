package io.amoeba.hints.operator;

import io.amoeba.agentkit.views.AmoebaViews;
import io.amoeba.hints.cluster.Peers;
import io.amoeba.hints.settings.HintCounters;
import org.apache.cassandra.db.marshal.BooleanType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;

/** {@code amoeba_views.read_hint_peers}: a row for each node that hints went to or came from. */
public final class PeersTable extends AbstractVirtualTable {

  private final HintCounters counters;

  public PeersTable(HintCounters counters) {
    super(
        AmoebaViews.table("read_hint_peers", "endpoint", "read hints between this node and others")
            .addRegularColumn("has_agent", BooleanType.instance)
            .addRegularColumn("sent", LongType.instance)
            .addRegularColumn("sent_batches", LongType.instance)
            .addRegularColumn("sent_bytes", LongType.instance)
            .addRegularColumn("dropped", LongType.instance)
            .addRegularColumn("in_flight", Int32Type.instance)
            .addRegularColumn("received_batches", LongType.instance)
            .addRegularColumn("received_bytes", LongType.instance)
            .addRegularColumn("received", LongType.instance)
            .addRegularColumn("applied", LongType.instance)
            .addRegularColumn("lag_millis", LongType.instance)
            .build());
    this.counters = counters;
  }

  @Override
  public DataSet data() {
    SimpleDataSet rows = new SimpleDataSet(metadata());
    counters
        .peers()
        .forEach(
            (endpoint, peer) ->
                rows.row(endpoint.getHostAddressAndPort())
                    .column("has_agent", Peers.hasAgent(endpoint))
                    .column("sent", peer.sent.sum())
                    .column("sent_batches", peer.sentBatches.sum())
                    .column("sent_bytes", peer.sentBytes.sum())
                    .column("dropped", peer.dropped.sum())
                    .column("in_flight", peer.window.inFlight())
                    .column("received_batches", peer.receivedBatches.sum())
                    .column("received_bytes", peer.receivedBytes.sum())
                    .column("received", peer.received.sum())
                    .column("applied", peer.applied.sum())
                    .column("lag_millis", peer.lagMillis()));
    return rows;
  }
}
