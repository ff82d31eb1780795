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

  /** Of requests that are held. */
  public long heldBytes() {
    return low.heldBytes() + normal.heldBytes();
  }

  /** Requests whose end was not reported, since the start. */
  public long forgotten() {
    return low.counts().forgotten() + normal.counts().forgotten();
  }

  /** Requests that could neither be run nor answered, since the start. */
  public long unanswered() {
    return low.counts().unanswered() + normal.counts().unanswered();
  }

  /** All held requests run at once. */
  public void open(long nowNanos) {
    low.setOpen(true, nowNanos);
    normal.setOpen(true, nowNanos);
  }
}
