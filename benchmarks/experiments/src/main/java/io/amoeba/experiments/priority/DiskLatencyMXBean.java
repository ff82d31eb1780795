package io.amoeba.experiments.priority;

/** The disk of one node, for the experiment that slows it. */
public interface DiskLatencyMXBean {

  String NAME = "io.amoeba.experiments:type=DiskLatency";

  /** The least time that a read of a data file takes; 0: it takes its own time. */
  long getLatencyMicros();

  void setLatencyMicros(long latency);

  /** Reads of data files since the start that took the latency. */
  long getReads();
}
