package io.amoeba.experiments.load;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.amoeba.coordinator.cli.Within;
import picocli.CommandLine.Option;

/** Options of the table and its traffic. Filled by picocli; confined to the main thread. */
public class TrafficArguments {
  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Rows of ten fields, 1000 to 10000000. Default: ${DEFAULT-VALUE}.")
  @Within(least = "1000", most = "10000000")
  private int rows;

  @Option(
      names = "--field-length",
      paramLabel = "N",
      description = "Characters of a field, 1 to 10000. Default: ${DEFAULT-VALUE}.")
  @Within(least = "1", most = "10000")
  private int fieldLength = TableSchema.FIELD_LENGTH;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      description = "Operations at any time, 1 to 1000. Default: ${DEFAULT-VALUE}.")
  @Within(least = "1", most = "1000")
  private int inFlight;

  /** Sets defaults. */
  public TrafficArguments(int rows, int inFlight) {
    this.rows = rows;
    this.inFlight = inFlight;
  }

  /** With what only some commands leave to their users. */
  public final TrafficShape shape(
      Workload workload,
      DefaultConsistencyLevel consistency,
      Distribution distribution,
      boolean disjoint) {
    return new TrafficShape(
        workload, consistency, distribution, disjoint, rows, fieldLength, inFlight);
  }
}
