package io.amoeba.experiments.load;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.amoeba.report.Numbers;
import java.util.ArrayList;
import java.util.List;

/**
 * What clients ask for. Immutable.
 *
 * @param consistency how many replicas have to answer
 * @param disjoint whether the first half of the rows is read, and the other one updated
 * @param rows of ten fields each
 * @param fieldLength characters of a field
 * @param inFlight operations at any time
 */
public record TrafficShape(
    Workload workload,
    DefaultConsistencyLevel consistency,
    Distribution distribution,
    boolean disjoint,
    int rows,
    int fieldLength,
    int inFlight) {
  RowKeys readKeys() {
    return RowKeys.of(0, disjoint ? rows / 2 : rows, distribution);
  }

  RowKeys updateKeys() {
    return disjoint ? RowKeys.of(rows / 2, rows - rows / 2, distribution) : readKeys();
  }

  /** The same traffic on the first rows only. */
  public TrafficShape ofRows(int first) {
    return new TrafficShape(
        workload, consistency, distribution, disjoint, first, fieldLength, inFlight);
  }

  /** The options of {@code bench traffic} for it. */
  public List<String> words() {
    List<String> words =
        new ArrayList<>(
            List.of(
                "--workload=" + workload,
                "--consistency=" + consistency,
                "--distribution=" + distribution,
                "--rows=" + rows,
                "--field-length=" + fieldLength,
                "--in-flight=" + inFlight));
    if (disjoint) {
      words.add("--disjoint");
    }
    return words;
  }

  /** For people. */
  @Override
  public String toString() {
    return "Workload %s at %s, %s%s, %d in flight, %s rows of %s bytes"
        .formatted(
            workload,
            consistency,
            distribution,
            disjoint ? ", other rows updated than read" : "",
            inFlight,
            Numbers.whole(rows),
            Numbers.whole(10.0 * fieldLength));
  }
}
