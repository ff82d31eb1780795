package io.amoeba.experiments.hints;

import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.probe.CacheSample;
import io.amoeba.experiments.usage.ContainerUsage;
import java.util.List;

/**
 * What was seen around the move of the reads, in the order of time. Immutable.
 *
 * @param fromSeconds since 1970: the begin of what is measured before
 * @param toSeconds since 1970: its end; a hot set is pulled after it
 * @param movedAtSeconds since 1970: all reads go to the other node
 * @param receiverReads from the disk of the node that takes over, while it is measured before
 * @param traffic of all clients
 * @param serving the node that served before
 * @param receiver the node that takes over
 */
record HintSeries(
    double fromSeconds,
    double toSeconds,
    double movedAtSeconds,
    ContainerUsage.DiskReads receiverReads,
    List<TrafficSecond> traffic,
    List<CacheSample> serving,
    List<CacheSample> receiver) {
  HintSeries {
    traffic = List.copyOf(traffic);
    serving = List.copyOf(serving);
    receiver = List.copyOf(receiver);
  }
}
