package io.amoeba.experiments.demo;

import io.amoeba.experiments.load.TrafficMeans;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.report.Claim;
import io.amoeba.report.Measure;
import io.amoeba.report.Numbers;
import io.amoeba.report.Table;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Shows lines while they arrive, and judges them at the end. Confined to one thread. */
abstract class Show {
  private final PrintWriter out;
  private final String header;

  /** What the lines amount to, as a table and claims. */
  record Result(String table, List<Claim> claims) {}

  /** Traffic of a period, with other numbers in the columns beside it. */
  record Period(String name, TrafficMeans traffic, double count, double rate) {
    static final Measure<Period> OPS =
        Measure.whole("opsPerSecond", "operations", "/s", period -> period.traffic.opsPerSecond());
    static final Measure<Period> MEAN =
        Measure.decimals(
            1, "meanMillis", "mean", "ms", p -> p.traffic.millis(TrafficSecond::meanMillis));

    static String table(List<Period> periods, List<Measure<Period>> columns) {
      return Table.of(periods, Period::name, columns);
    }
  }

  Show(PrintWriter out, String header) {
    this.out = out;
    this.header = header;
  }

  /** Takes a line; returns the result if it was the last line that is needed. */
  abstract Optional<Result> read(String line);

  final void print(String format, Object... values) {
    out.printf(Locale.ROOT, format, values);
    out.flush();
  }

  static Claim succeeded(TrafficMeans all, String consistency) {
    return Claim.stated(
        "every operation succeeded and found its row: %s at %s, %s failed"
            .formatted(Numbers.whole(all.operations()), consistency, Numbers.whole(all.failed())),
        all.operations() + all.failed() > 0,
        all.failed() == 0);
  }

  /**
   * Shows it to its end.
   *
   * @return whether all claims hold
   * @throws IllegalStateException if the lines end early, or report a failure
   */
  final boolean run(BufferedReader in) throws IOException {
    out.print(header);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Optional<Result> result = read(line);
      if (result.isPresent()) {
        List<Claim> claims = result.get().claims();
        print("%n%s%n%s", result.get().table().indent(2), Claim.lines(claims));
        return claims.stream().noneMatch(Claim::fails);
      }
    }
    throw new IllegalStateException("The lines ended before the demo was complete");
  }
}
