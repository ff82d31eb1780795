package io.amoeba.shift.operator;

import io.amoeba.agentkit.options.ChoiceNames;
import io.amoeba.agentkit.views.AmoebaViews;
import io.amoeba.shift.compaction.LargeCompactions;
import io.amoeba.shift.control.ShiftControl;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;

/** {@code amoeba_views.read_shift}: a row for each figure and each setting of this node. */
public final class ShiftTable extends AbstractVirtualTable {

  private final ShiftControl control;
  private final LargeCompactions compactions;

  public ShiftTable(ShiftControl control, LargeCompactions compactions) {
    super(
        AmoebaViews.table(
                "read_shift",
                "name",
                "read shift of this node: its phase, figures since its start, and settings")
            .addRegularColumn("value", LongType.instance)
            .addRegularColumn("text", UTF8Type.instance)
            .build());
    this.control = control;
    this.compactions = compactions;
  }

  @Override
  public DataSet data() {
    SimpleDataSet rows = new SimpleDataSet(metadata());
    rows.row("phase").column("text", ChoiceNames.of(control.phase()));
    rows.row("obstacle").column("text", control.obstacle());
    rows.row("turn_of").column("text", ChoiceNames.of(compactions.turn()));
    rows.row("turn_rack").column("text", compactions.turnRack());
    control.figures().forEach((name, value) -> rows.row(name).column("value", value));
    control.settings().forEach((name, text) -> rows.row(name).column("text", text));
    return rows;
  }
}
