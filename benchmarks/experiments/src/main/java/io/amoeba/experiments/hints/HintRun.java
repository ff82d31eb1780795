package io.amoeba.experiments.hints;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.experiments.Values;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.report.ReportJson;
import java.util.List;
import java.util.Map;

/**
 * One mode, measured once. Immutable.
 *
 * @param repeat from 1
 * @param warmUp of the serving node's caches
 * @param capture cost on the serving node
 * @param pulled {@code received} keys, {@code applied} replays and {@code seconds}; 0: none
 */
record HintRun(
    HintMode mode,
    int repeat,
    WarmUp warmUp,
    CaptureCost capture,
    Values pulled,
    Series series,
    Values figures) {
  /**
   * Time series around the move of the reads. Times are in seconds since 1970. Immutable.
   *
   * @param fromSeconds start of the measurement before the move
   * @param toSeconds its end; a hot set is pulled after it
   * @param movedAtSeconds when all reads moved
   * @param receiverReads from the disk of the failover target, during the measurement before
   * @param traffic of all clients
   * @param serving caches of the node that served before
   * @param receiver caches of the failover target
   */
  record Series(
      double fromSeconds,
      double toSeconds,
      double movedAtSeconds,
      Values receiverReads,
      List<TrafficSecond> traffic,
      List<Values> serving,
      List<Values> receiver) {}

  static final Values NOTHING_PULLED =
      new Values(Map.of("received", 0.0, "applied", 0.0, "seconds", 0.0));

  /** How long it took; it was ended by its limit if caches are not steady. */
  record WarmUp(double seconds, boolean steady) {}

  /** Cost of capturing in percent of the serving node's throughput; stock captures nothing. */
  double overheadPercent() {
    return mode.needsAgent() ? capture.throughput().median() : 0;
  }

  /**
   * Throughput loss before the move against stock in the same repeat, in percent; NaN if stock was
   * not measured. Two clusters differ in more than the agent.
   */
  double lessThanStockPercent(List<HintRun> all) {
    return all.stream()
        .filter(run -> run.repeat == repeat && run.mode.equals(HintMode.STOCK))
        .mapToDouble(
            run -> HintAnalysis.lessPercent(figures.get("opsBefore"), run.figures.get("opsBefore")))
        .findFirst()
        .orElse(Double.NaN);
  }

  /**
   * For programs, and for the page's plots, which start with the measurement.
   *
   * @param all runs, this one among them
   */
  ObjectNode json(List<HintRun> all) {
    List<TrafficSecond> traffic =
        series.traffic().stream()
            .filter(second -> second.second() >= series.fromSeconds())
            .toList();
    return ReportJson.object(
        Map.of("mode", mode.name(), "repeat", repeat, "warmUp", warmUp, "pulled", pulled),
        figures,
        Map.of(
            "movedAtSeconds", series.movedAtSeconds(),
            "overheadPercent", overheadPercent(),
            "captureThroughputPercent", capture.throughput(),
            "captureCpuPercent", capture.cpu(),
            "sendingCpuPercent", capture.sending(),
            "lessThanStockPercent", lessThanStockPercent(all),
            "traffic", traffic,
            "serving", Values.since(series.serving(), series.fromSeconds()),
            "receiver", Values.since(series.receiver(), series.fromSeconds())));
  }
}
