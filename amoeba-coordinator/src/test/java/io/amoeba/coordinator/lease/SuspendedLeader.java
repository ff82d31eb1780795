package io.amoeba.coordinator.lease;

/**
 * A leader whose machine was suspended while another one took the next term: its own clock says
 * that it leads. Stateless.
 */
public final class SuspendedLeader implements Leadership {

  @Override
  public long term() {
    return 1;
  }

  @Override
  public void require() {}

  @Override
  public void confirm() {
    throw new NotLeading(1);
  }
}
