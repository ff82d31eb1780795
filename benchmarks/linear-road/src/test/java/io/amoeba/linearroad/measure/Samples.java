package io.amoeba.linearroad.measure;

import io.amoeba.linearroad.observe.Requests;
import java.util.Map;

/** Samples for tests, with counters of operator Toll. */
public final class Samples {
  private Samples() {}

  /** One with young counters, before the first round of all TaskManagers. */
  public static Sample of(
      long epochMillis, int second, long positionReports, long local, long remote) {
    return of(epochMillis, second, positionReports, local, remote, 0);
  }

  static Sample of(
      long epochMillis, int second, long positionReports, long local, long remote, long rounds) {
    Map<String, Requests> requests = Map.of("Toll", new Requests(local, remote));
    return new Sample(epochMillis, second, positionReports, requests, true, rounds);
  }

  static Sample stale(long epochMillis, int second, long positionReports, long local, long remote) {
    Sample young = of(epochMillis, second, positionReports, local, remote);
    return new Sample(
        epochMillis, second, positionReports, young.requestsByOperator(), false, young.rounds());
  }
}
