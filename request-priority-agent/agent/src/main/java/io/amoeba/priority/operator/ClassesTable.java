package io.amoeba.priority.operator;

import io.amoeba.agentkit.views.AmoebaViews;
import io.amoeba.priority.protocol.service.ServiceClass;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;
import org.apache.cassandra.schema.TableMetadata;

/** {@code amoeba_views.request_classes}: a row for each class of service. */
public final class ClassesTable extends AbstractVirtualTable {

  private final PriorityFigures figures;

  public ClassesTable(PriorityFigures figures) {
    super(metadata(figures));
    this.figures = figures;
  }

  private static TableMetadata metadata(PriorityFigures figures) {
    TableMetadata.Builder table =
        AmoebaViews.table(
            "request_classes",
            "class",
            "requests of this node by class of service, counted since its start");
    figures
        .of(ServiceClass.LOW)
        .keySet()
        .forEach(name -> table.addRegularColumn(name, LongType.instance));
    return table.build();
  }

  @Override
  public DataSet data() {
    SimpleDataSet rows = new SimpleDataSet(metadata());
    for (ServiceClass serviceClass : ServiceClass.values()) {
      SimpleDataSet row = rows.row(serviceClass.text());
      PriorityFigures.values(figures.of(serviceClass)).forEach(row::column);
    }
    return rows;
  }
}
