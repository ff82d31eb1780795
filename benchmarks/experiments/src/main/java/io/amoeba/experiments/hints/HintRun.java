package io.amoeba.experiments.hints;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.probe.CacheSample;
import io.amoeba.experiments.probe.PulledHotSet;
import io.amoeba.report.ReportJson;
import java.util.List;
import java.util.Map;

/**
 * One mode, measured once. Immutable.
 *
 * @param repeat from 1
 * @param warmUp of the serving node's caches
 * @param capture what it cost the serving node
 */
record HintRun(
    HintMode mode,
    int repeat,
    WarmUp warmUp,
    CaptureCost capture,
    PulledHotSet pulled,
    HintSeries series,
    HintFigures figures) {
  /**
   * How caches became warm.
   *
   * @param steady whether nothing changed any more; if not, the limit ended it
   */
  record WarmUp(double seconds, boolean steady) {}

  /** What capturing cost the serving node, in percent of its throughput; stock captures nothing. */
  double overheadPercent() {
    return mode.needsAgent() ? capture.throughput().median() : 0;
  }

  /**
   * How much less it served before the move than stock did in the same repeat, in percent; NaN if
   * stock was not measured. Two clusters differ in more than the agent.
   */
  double lessThanStockPercent(List<HintRun> all) {
    return all.stream()
        .filter(run -> run.repeat == repeat && run.mode.equals(HintMode.STOCK))
        .mapToDouble(run -> HintAnalysis.lessPercent(figures.opsBefore(), run.figures.opsBefore()))
        .findFirst()
        .orElse(Double.NaN);
  }

  /** What is plotted over time: nothing before the measurement. */
  private record Plotted(
      List<TrafficSecond> traffic, List<CacheSample> serving, List<CacheSample> receiver) {}

  /**
   * For programs, and for the page's plots.
   *
   * @param all runs, this one among them
   */
  ObjectNode json(List<HintRun> all) {
    return ReportJson.object(
        Map.of("mode", mode.toString(), "repeat", repeat, "warmUp", warmUp, "pulled", pulled),
        figures,
        Map.of(
            "movedAtSeconds", series.movedAtSeconds(),
            "overheadPercent", overheadPercent(),
            "captureThroughputPercent", capture.throughput(),
            "captureCpuPercent", capture.cpu(),
            "sendingCpuPercent", capture.sending(),
            "lessThanStockPercent", lessThanStockPercent(all)),
        new Plotted(
            series.traffic().stream()
                .filter(second -> second.second() >= series.fromSeconds())
                .toList(),
            since(series.serving()),
            since(series.receiver())));
  }

  private List<CacheSample> since(List<CacheSample> samples) {
    return samples.stream().filter(sample -> sample.atSeconds() >= series.fromSeconds()).toList();
  }
}
