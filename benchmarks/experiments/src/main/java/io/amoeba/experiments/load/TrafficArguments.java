package io.amoeba.experiments.load;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.amoeba.coordinator.cli.Within;
import picocli.CommandLine.Option;

/** Options of the table and its traffic. Filled by picocli; confined to the main thread. */
public class TrafficArguments {
  @Option(names = "--rows", paramLabel = "N")
  @Within(least = "1000", most = "10000000")
  private int rows;

  @Option(names = "--field-length", paramLabel = "N")
  @Within(least = "1", most = "10000")
  private int fieldLength = TableSchema.FIELD_LENGTH;

  @Option(names = "--in-flight", paramLabel = "N")
  @Within(least = "1", most = "1000")
  private int inFlight;

  public TrafficArguments(int rows, int inFlight) {
    this.rows = rows;
    this.inFlight = inFlight;
  }

  /** With what only some commands leave to their users. */
  public final TrafficShape shape(
      TrafficShape.Workload workload,
      DefaultConsistencyLevel consistency,
      TrafficShape.Distribution distribution,
      boolean disjoint) {
    return new TrafficShape(
        workload, consistency, distribution, disjoint, rows, fieldLength, inFlight);
  }
}
