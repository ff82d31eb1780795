package io.amoeba.priority.admission;

import io.amoeba.priority.protocol.admission.AdmissionGate;

/** Admission of the classes that give way. Safe for concurrent use. */
public record ClassGates(AdmissionGate<?> low, AdmissionGate<?> normal) {

  /** Requests that are held. */
  public int held() {
    return low.held() + normal.held();
  }

  /** Low requests that run, and normal ones as far as they were admitted. */
  public int running() {
    return low.running() + normal.running();
  }

  /** All held requests run at once. */
  public void open(long nowNanos) {
    low.setOpen(true, nowNanos);
    normal.setOpen(true, nowNanos);
  }
}
