package io.amoeba.priority.operator;

import io.amoeba.agentkit.views.AmoebaViews;
import io.amoeba.priority.settings.PrioritySettings;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;
import org.apache.cassandra.dht.LocalPartitioner;
import org.apache.cassandra.schema.TableMetadata;

/** {@code amoeba_views.request_priority}: a row for each figure and each setting of this node. */
public final class PriorityTable extends AbstractVirtualTable {

  private final PriorityFigures figures;
  private final PrioritySettings settings;

  public PriorityTable(PriorityFigures figures, PrioritySettings settings) {
    super(
        TableMetadata.builder(AmoebaViews.KEYSPACE, "request_priority")
            .comment("request priority of this node: figures since its start, and settings")
            .kind(TableMetadata.Kind.VIRTUAL)
            .partitioner(new LocalPartitioner(UTF8Type.instance))
            .addPartitionKeyColumn("name", UTF8Type.instance)
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
