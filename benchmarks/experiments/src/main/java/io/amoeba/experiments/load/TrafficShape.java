package io.amoeba.experiments.load;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.amoeba.report.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The requests of clients. Immutable.
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
  /** YCSB's core workloads that read and update single rows, and one between them. */
  public enum Workload {
    A(0.5),
    B(0.95),
    C(1),
    R80(0.8);

    /** Reads among all operations, 0 … 1; the rest are updates. */
    final double readShare;

    Workload(double readShare) {
      this.readShare = readShare;
    }
  }

  /** The popularity of rows. */
  public enum Distribution {
    /** Few rows are popular, by Zipf's law. */
    ZIPFIAN,
    /** All rows are equally popular. */
    UNIFORM;

    /** As on the command line: {@code zipfian}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  RowKeys readKeys() {
    return RowKeys.of(0, disjoint ? rows / 2 : rows, distribution);
  }

  RowKeys updateKeys() {
    return disjoint ? RowKeys.of(rows / 2, rows - rows / 2, distribution) : readKeys();
  }

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
