package io.amoeba.shift.operator;

import io.amoeba.agentkit.views.AmoebaViews;
import io.amoeba.shift.cluster.NodeStates;
import io.amoeba.shift.protocol.node.NodeState;
import io.amoeba.shift.protocol.node.PeerView;
import java.util.Date;
import org.apache.cassandra.db.marshal.BooleanType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.TimestampType;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;

/** {@code amoeba_views.read_shift_nodes}: a row for each other node of the data centre. */
public final class NodesTable extends AbstractVirtualTable {

  private final NodeStates states;

  public NodesTable(NodeStates states) {
    super(
        AmoebaViews.table(
                "read_shift_nodes",
                "node",
                "read shift of the other nodes of this data centre, as they gossip it")
            .addRegularColumn("up", BooleanType.instance)
            .addRegularColumn("shares_ranges", BooleanType.instance)
            .addRegularColumn("has_agent", BooleanType.instance)
            .addRegularColumn("shifted", BooleanType.instance)
            .addRegularColumn("working", BooleanType.instance)
            .addRegularColumn("drained", BooleanType.instance)
            .addRegularColumn("since", TimestampType.instance)
            .addRegularColumn("until", TimestampType.instance)
            .addRegularColumn("use_percent", Int32Type.instance)
            .addRegularColumn("compacting", BooleanType.instance)
            .build());
    this.states = states;
  }

  @Override
  public DataSet data() {
    SimpleDataSet rows = new SimpleDataSet(metadata());
    for (PeerView peer : states.peers()) {
      rows.row(peer.name())
          .column("up", peer.isUp())
          .column("shares_ranges", peer.sharesRanges())
          .column("has_agent", peer.state().isPresent());
      peer.state().ifPresent(state -> addState(rows, state));
    }
    return rows;
  }

  /** Into the row that was added last. */
  private static void addState(SimpleDataSet rows, NodeState state) {
    rows.column("shifted", state.isShifted())
        .column("working", state.isWorking())
        .column("drained", state.isDrained())
        .column("compacting", state.isCompacting());
    if (state.sinceMillis() > 0) {
      rows.column("since", new Date(state.sinceMillis()))
          .column("until", new Date(state.untilMillis()));
    }
    if (state.usePercent().isPresent()) {
      rows.column("use_percent", state.usePercent().getAsInt());
    }
  }
}
