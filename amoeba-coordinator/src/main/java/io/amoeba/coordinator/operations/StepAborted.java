package io.amoeba.coordinator.operations;

/** A step has ended at a safe point, because it was told to. */
public final class StepAborted extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StepAborted() {
    super("the step has ended at a safe point", null, false, false);
  }
}
