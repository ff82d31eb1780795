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
              new Target(
                  "org.apache.cassandra.service.CassandraDaemon",
                  "setup",
                  "()V",
                  "io.amoeba.shift.advice.StartAdvice",
                  "start, before clients are served",
                  false)),
          List.of());

  private TargetSymbols() {}
}
