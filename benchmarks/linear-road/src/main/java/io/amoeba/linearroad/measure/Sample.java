package io.amoeba.linearroad.measure;

import io.amoeba.linearroad.observe.Requests;
import java.util.Map;

/**
 * A measurement at one moment. Immutable.
 *
 * @param epochMillis wall clock
 * @param simulatedSecond up to which everything is answered; -1: nothing yet
 * @param positionReports that are answered
 * @param requestsByOperator to Redis since the job began
 * @param fresh whether the numbers of requests are as recent as the sample
 * @param rounds how often all TaskManagers had reported their numbers
 */
public record Sample(
    long epochMillis,
    int simulatedSecond,
    long positionReports,
    Map<String, Requests> requestsByOperator,
    boolean fresh,
    long rounds) {
  /** Takes an immutable copy. */
  public Sample {
    requestsByOperator = Map.copyOf(requestsByOperator);
  }

  /** Requests of all operators. */
  public Requests requests() {
    return Requests.sum(requestsByOperator.values());
  }
}
