package io.amoeba.priority.operator;

import io.amoeba.agentkit.views.AmoebaViews;
import io.amoeba.priority.settings.PrioritySettings;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;

/** {@code amoeba_views.request_priority}: a row for each figure and each setting of this node. */
public final class PriorityTable extends AbstractVirtualTable {

  private final PriorityFigures figures;
  private final PrioritySettings settings;

  public PriorityTable(PriorityFigures figures, PrioritySettings settings) {
    super(
        AmoebaViews.table(
                "request_priority",
                "name",
                "request priority of this node: figures since its start, and settings")
            .addRegularColumn("value", LongType.instance)
            .addRegularColumn("setting", UTF8Type.instance)
            .build());
    this.figures = figures;
    this.settings = settings;
  }

  @Override
  public DataSet data() {
    SimpleDataSet rows = new SimpleDataSet(metadata());
    PriorityFigures.values(figures.node())
        .forEach((name, value) -> rows.row(name).column("value", value));
    SettingTexts.of(settings).forEach((name, text) -> rows.row(name).column("setting", text));
    return rows;
  }
}
