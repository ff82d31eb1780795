package io.amoeba.coordinator.execute.rescale;

import io.amoeba.coordinator.plan.RescaleJob;

/** One way to rescale a job. Confined to one thread. */
interface Rescaler {

  /**
   * Finds out what will be done, without changing anything.
   *
   * @throws JobControl.Refused if it cannot be done
   * @throws JobControl.Unreachable if that cannot be seen
   */
  OpenRescale prepare(RescaleJob action) throws RescaleEnded;

  /**
   * Begins, or goes on with what has begun, whoever began it.
   *
   * @param begun is durable
   * @throws RescaleEnded if it came to another end
   * @throws RescaleStuck if it cannot go on now
   * @throws InterruptedException if the coordinator ends before it
   */
  RescaleReport goOn(OpenRescale begun, RescaleControl control)
      throws RescaleEnded, RescaleStuck, InterruptedException;
}
