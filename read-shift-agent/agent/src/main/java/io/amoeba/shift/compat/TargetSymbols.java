package io.amoeba.shift.compat;

import io.amoeba.agentkit.symbols.ReleaseSymbols;
import io.amoeba.agentkit.symbols.Target;
import java.util.List;

/** Everything that the agent patches for each Cassandra release line. */
public final class TargetSymbols {

  /** Cassandra 5.0. Another line gets a list of its own. */
  public static final ReleaseSymbols CASSANDRA_5_0 =
      new ReleaseSymbols(
          "5.0",
          List.of(
              on(
                  "service.CassandraDaemon",
                  "setup",
                  "()V",
                  "StartAdvice",
                  "start, before clients are served"),
              on(
                  "db.compaction.AbstractCompactionTask",
                  "execute",
                  "(Lorg/apache/cassandra/db/compaction/ActiveCompactionsTracker;)I",
                  "ExecuteAdvice",
                  "large compactions wait for their turn"),
              on(
                  "db.compaction.CompactionManager",
                  "submitBackground",
                  "(Lorg/apache/cassandra/db/ColumnFamilyStore;)Ljava/util/List;",
                  "SubmitAdvice",
                  "a compaction that waits does not come back at once")),
          List.of());

  private TargetSymbols() {}

  private static Target on(
      String type, String method, String descriptor, String advice, String purpose) {
    return new Target(
        "org.apache.cassandra." + type,
        method,
        descriptor,
        "io.amoeba.shift.advice." + advice,
        purpose,
        false);
  }
}
