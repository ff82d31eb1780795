package io.amoeba.priority.protocol.admission;

/**
 * What becomes of the requests at a gate: each one that arrives is run or shed, once. Called on any
 * thread that calls the gate. Must not block.
 *
 * @param <R> a request
 */
public interface AdmittedRequests<R> {

  /**
   * Starts a request, whose end the caller reports to the gate with the admission. If this throws
   * anything, the request is shed.
   */
  void run(R request, Admission admission);

  /**
   * Serves a request for which there is no place, as with an error after which its client asks
   * another node. What this throws is counted, and reaches nobody.
   */
  void shed(R request);
}
