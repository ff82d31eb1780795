package io.amoeba.shift.operator;

import io.amoeba.agentkit.options.ChoiceNames;
import io.amoeba.agentkit.views.AmoebaViews;
import io.amoeba.shift.compaction.LargeCompactions;
import io.amoeba.shift.compaction.PostponedTable;
import java.util.Date;
import org.apache.cassandra.db.marshal.TimestampType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;

/** {@code amoeba_views.read_shift_postponed}: a row for each table whose compaction waits. */
public final class PostponedTables extends AbstractVirtualTable {

  private final LargeCompactions compactions;

  public PostponedTables(LargeCompactions compactions) {
    super(
        AmoebaViews.table(
                "read_shift_postponed",
                "table_name",
                "tables of this node whose large compaction waits for its turn")
            .addRegularColumn("since", TimestampType.instance)
            .addRegularColumn("starts_at_latest", TimestampType.instance)
            .addRegularColumn("waits_for", UTF8Type.instance)
            .build());
    this.compactions = compactions;
  }

  @Override
  public DataSet data() {
    SimpleDataSet rows = new SimpleDataSet(metadata());
    for (PostponedTable table : compactions.postponed()) {
      rows.row(table.name())
          .column("since", new Date(table.sinceMillis()))
          .column("starts_at_latest", new Date(table.latestMillis()))
          .column("waits_for", ChoiceNames.of(table.decision()));
    }
    return rows;
  }
}
