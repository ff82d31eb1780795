package io.amoeba.hints.operator;

import io.amoeba.hints.capture.CapturedReads;
import io.amoeba.hints.capture.RecentReads;
import io.amoeba.hints.settings.HintCounters;
import io.amoeba.hints.settings.HintSettings;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.db.virtual.VirtualKeyspace;
import org.apache.cassandra.db.virtual.VirtualKeyspaceRegistry;
import org.apache.cassandra.db.virtual.VirtualTable;

/** The agent's virtual tables, in a keyspace that other agents may share. Stateless. */
public final class HintTables {

  static final String KEYSPACE = "amoeba_views";

  private HintTables() {}

  public static void register(
      HintSettings settings, HintCounters counters, CapturedReads captured, RecentReads recent) {
    List<VirtualTable> tables = new ArrayList<>();
    // Registering a keyspace replaces the one of its name, with the other agent's table.
    VirtualKeyspace present = VirtualKeyspaceRegistry.instance.getKeyspaceNullable(KEYSPACE);
    if (present != null) {
      tables.addAll(present.tables());
    }
    tables.add(new ReadHintsTable(settings, counters, captured, recent));
    tables.add(new PeersTable(counters));
    VirtualKeyspaceRegistry.instance.register(new VirtualKeyspace(KEYSPACE, tables));
  }
}
