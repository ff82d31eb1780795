package io.amoeba.linearroad.rating;

import io.amoeba.linearroad.answers.LatencySeries;
import io.amoeba.linearroad.servers.Distribution;
import io.amoeba.report.MachineLine;
import io.amoeba.report.ReportJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Finds the L-rating of this machine in short form: the largest number of expressways at which
 * every answer to the last minutes of the benchmark's three hours is right and in time. Confined to
 * one thread.
 */
public final class LRating {
  private final RatingOptions options;
  private final Distribution distribution;
  private final PrintWriter out;
  private final List<TrialResult> results = new ArrayList<>();

  /** A search whose steps are printed. */
  public LRating(RatingOptions options, Distribution distribution, PrintWriter out) {
    this.options = options;
    this.distribution = distribution;
    this.out = out;
  }

  /** Searches; returns whether at least one number of expressways passes. */
  public boolean run() throws IOException, InterruptedException {
    out.printf(
        Locale.ROOT,
        "L-rating, short form: the last %d s of the 3 hours at their own pace, after %d s of warm-up, %d node(s)%n",
        options.duration().toSeconds(),
        options.warmUp().toSeconds(),
        options.fleet().nodes());
    out.println(MachineLine.text());
    out.flush();
    Trial trial = new Trial(options, distribution);
    LRatingSearch.Trial search =
        expressways -> {
          TrialResult result = trial.run(expressways);
          results.add(result);
          print(result);
          return result.passes();
        };
    int rating =
        options.onlyStart()
            ? search.passes(options.start()) ? options.start() : 0
            : LRatingSearch.search(options.start(), options.max(), search);
    out.printf(
        Locale.ROOT,
        "%nL-rating (short form, %d s instead of 3 h): %s%n",
        options.duration().toSeconds(),
        rating(rating));
    out.flush();
    Path json = options.json();
    if (json != null) {
      write(rating, json);
    }
    return rating > 0;
  }

  private String rating(int rating) {
    if (options.onlyStart()) {
      return rating > 0 ? "at least " + rating : "less than " + options.start();
    }
    return rating + (rating == options.max() ? ", the maximum tried" : "");
  }

  private void print(TrialResult result) {
    out.printf(
        Locale.ROOT,
        "%n%d expressways: %,.0f reports/s, busy CPUs: %.2f in TaskManagers, %.2f in Redis, %.2f in all%n",
        result.expressways(),
        result.reportsPerSecond(),
        result.busyCpus().taskManagers(),
        result.busyCpus().redis(),
        result.busyCpus().all());
    for (TimeLimit limit : TimeLimit.values()) {
      LatencySeries.Percentiles times = result.responses().get(limit);
      if (times != null && times.count() > 0) {
        out.printf(
            Locale.ROOT,
            "  %-20s %,10d answers, p50 %,6.0f ms, p99 %,6.0f ms, worst %,6.0f ms of %,d ms%n",
            limit,
            times.count(),
            times.p50(),
            times.p99(),
            times.max(),
            limit.millis);
      }
    }
    out.printf(
        Locale.ROOT,
        "  %,d answers checked, %,d mismatches%n",
        result.checked(),
        result.mismatches());
    out.println(
        result.passes() ? "  passed" : "  NOT passed: " + String.join("; ", result.reasons()));
    out.flush();
  }

  private void write(int rating, Path file) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("lRating", rating);
    json.put("shortFormSeconds", options.duration().toSeconds());
    json.put("nodes", options.fleet().nodes());
    json.put("machine", MachineLine.text());
    json.put("trials", results.stream().map(TrialResult::json).toList());
    Files.writeString(file, ReportJson.tree(json).toPrettyString() + "\n");
  }
}
