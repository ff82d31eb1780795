package io.amoeba.agentkit.views;

import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.db.virtual.VirtualKeyspace;
import org.apache.cassandra.db.virtual.VirtualKeyspaceRegistry;
import org.apache.cassandra.db.virtual.VirtualTable;

/** The keyspace of all agents' virtual tables. Stateless. */
public final class AmoebaViews {

  public static final String KEYSPACE = "amoeba_views";

  private AmoebaViews() {}

  /** Adds tables; called at Cassandra's start, by one thread. */
  public static void add(VirtualTable... added) {
    // Registering a keyspace replaces the one of its name, with another agent's tables.
    List<VirtualTable> tables = new ArrayList<>();
    VirtualKeyspace present = VirtualKeyspaceRegistry.instance.getKeyspaceNullable(KEYSPACE);
    if (present != null) {
      tables.addAll(present.tables());
    }
    tables.addAll(List.of(added));
    VirtualKeyspaceRegistry.instance.register(new VirtualKeyspace(KEYSPACE, tables));
  }
}
