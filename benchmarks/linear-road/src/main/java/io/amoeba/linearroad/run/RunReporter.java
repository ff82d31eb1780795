package io.amoeba.linearroad.run;

import io.amoeba.linearroad.answers.LatencySeries;
import io.amoeba.linearroad.measure.Observation;
import io.amoeba.linearroad.measure.Sample;
import io.amoeba.linearroad.servers.FleetOptions;
import java.util.List;
import java.util.Locale;

/** Reports changes and the status to the view of a run. Confined to the thread of the run. */
final class RunReporter {
  private static final long STATUS_MILLIS = 1_000;
  private static final int STATUS_SAMPLES = 4;
  private static final double MILLIS_PER_SECOND = 1_000;

  private final FleetOptions fleet;
  private final RunView view;
  private final Adaptation adaptation;
  private final Observation observation;
  private final LatencySeries tollLatencies;
  private Adaptation.Phase phase = Adaptation.Phase.WAITING;
  private boolean migrated;
  private long statusMillis;

  RunReporter(
      FleetOptions fleet,
      RunView view,
      Adaptation adaptation,
      Observation observation,
      LatencySeries tollLatencies) {
    this.fleet = fleet;
    this.view = view;
    this.adaptation = adaptation;
    this.observation = observation;
    this.tollLatencies = tollLatencies;
  }

  /**
   * Reports changes by the last step of the adaptation, and about every second the status.
   *
   * @param feedBeginMillis 0: not yet
   */
  void report(long feedBeginMillis) {
    if (!migrated && adaptation.migratedMillis() > 0) {
      view.event(
          "%s took %d ms"
              .formatted(
                  fleet.migration(), adaptation.migratedMillis() - adaptation.beginMillis()));
    }
    migrated = adaptation.migratedMillis() > 0;
    if (adaptation.phase() != phase) {
      reportPhase();
      phase = adaptation.phase();
    }
    long now = System.currentTimeMillis();
    if (feedBeginMillis > 0 && now - statusMillis >= STATUS_MILLIS) {
      List<Sample> samples = observation.samples();
      if (!samples.isEmpty()) {
        statusMillis = now;
        view.status(status(samples, (now - feedBeginMillis) / MILLIS_PER_SECOND));
      }
    }
  }

  private void reportPhase() {
    String aligned = "aligned after %d ms".formatted(adaptation.adaptationMillis());
    switch (adaptation.phase()) {
      case DRILLING -> view.event(aligned + "; from now on the maps change repeatedly");
      case ALIGNED ->
          view.event(
              phase == Adaptation.Phase.RETURNING
                  ? "the maps rest after %d changes".formatted(adaptation.mapSwitches())
                  : aligned);
      default -> {
        // The status line shows it.
      }
    }
  }

  private RunView.LiveStatus status(List<Sample> samples, double elapsedSeconds) {
    Sample last = samples.get(samples.size() - 1);
    Sample before = samples.get(Math.max(0, samples.size() - STATUS_SAMPLES));
    double seconds = (last.epochMillis() - before.epochMillis()) / MILLIS_PER_SECOND;
    LatencySeries.Percentiles toll = tollLatencies.ofSecond(tollLatencies.lastFullSecond());
    var state = adaptation.state();
    return new RunView.LiveStatus(
        elapsedSeconds,
        observation.simulatedSecond(),
        seconds <= 0 ? Double.NaN : (last.positionReports() - before.positionReports()) / seconds,
        last.requests().since(before.requests()).localHitRate(),
        toll.p50(),
        toll.p99(),
        adaptation.phase().name().toLowerCase(Locale.ROOT),
        state == null ? 0 : state.epochOf(Adaptation.COUNTED_OPERATOR));
  }
}
