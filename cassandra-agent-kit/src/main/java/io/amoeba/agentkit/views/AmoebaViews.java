package io.amoeba.agentkit.views;

import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.VirtualKeyspace;
import org.apache.cassandra.db.virtual.VirtualKeyspaceRegistry;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.dht.LocalPartitioner;
import org.apache.cassandra.schema.TableMetadata;

/** The keyspace of all agents' virtual tables. Stateless. */
public final class AmoebaViews {

  private static final String KEYSPACE = "amoeba_views";

  private AmoebaViews() {}

  /**
   * A virtual table, still without its other columns.
   *
   * @param key its partition key, a text
   */
  public static TableMetadata.Builder table(String name, String key, String comment) {
    return TableMetadata.builder(KEYSPACE, name)
        .comment(comment)
        .kind(TableMetadata.Kind.VIRTUAL)
        .partitioner(new LocalPartitioner(UTF8Type.instance))
        .addPartitionKeyColumn(key, UTF8Type.instance);
  }

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
