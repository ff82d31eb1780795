package io.amoeba.priority.operator;

import io.amoeba.agentkit.views.AmoebaViews;
import io.amoeba.priority.classify.ClassedUser;
import io.amoeba.priority.classify.ClassedUsers;
import io.amoeba.priority.protocol.entitlement.Entitlement;
import io.amoeba.priority.protocol.service.ServiceClass;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;

/**
 * {@code amoeba_views.request_users}: a row for each user that has sent requests. Its classes are
 * absent until its roles have been read.
 */
public final class UsersTable extends AbstractVirtualTable {

  private final ClassedUsers users;

  public UsersTable(ClassedUsers users) {
    super(
        AmoebaViews.table(
                "request_users",
                "user",
                "classes of service of users of this node, and what they have asked for")
            .addRegularColumn("standard_class", UTF8Type.instance)
            .addRegularColumn("max_class", UTF8Type.instance)
            .addRegularColumn("high", LongType.instance)
            .addRegularColumn("normal", LongType.instance)
            .addRegularColumn("low", LongType.instance)
            .addRegularColumn("refused", LongType.instance)
            .build());
    this.users = users;
  }

  @Override
  public DataSet data() {
    SimpleDataSet rows = new SimpleDataSet(metadata());
    for (ClassedUser user : users.listed()) {
      SimpleDataSet row = rows.row(user.printableName());
      Entitlement entitlement = user.entitlement();
      if (entitlement != null) {
        row.column("standard_class", entitlement.standard().text())
            .column("max_class", entitlement.most().text());
      }
      row.column("high", user.served(ServiceClass.HIGH))
          .column("normal", user.served(ServiceClass.NORMAL))
          .column("low", user.served(ServiceClass.LOW))
          .column("refused", user.refused());
    }
    return rows;
  }
}
