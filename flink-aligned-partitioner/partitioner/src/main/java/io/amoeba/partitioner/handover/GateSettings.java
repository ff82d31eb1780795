package io.amoeba.partitioner.handover;

import java.io.Serializable;

/** What a gate is told when the job is built. Immutable. */
public final class GateSettings implements Serializable {

  private static final long serialVersionUID = 1L;

  /** More than the network buffers of one channel hold at Flink's default settings. */
  private static final int IN_FLIGHT_RECORDS_PER_ROUTER = 65_536;

  private final String name;
  private final int bufferRecords;
  private final long lingerMillis;
  private final long timeoutMillis;

  /** Settings of the gate of an operator. */
  public GateSettings(String name, int bufferRecords, long lingerMillis, long timeoutMillis) {
    this.name = name;
    this.bufferRecords = bufferRecords;
    this.lingerMillis = lingerMillis;
    this.timeoutMillis = timeoutMillis;
  }

  String name() {
    return name;
  }

  int bufferRecords() {
    return bufferRecords;
  }

  /** Most records kept while markers are missing, when pushing back could keep them away. */
  long recordsBeforeMarkers(int routers) {
    return bufferRecords + (long) routers * IN_FLIGHT_RECORDS_PER_ROUTER;
  }

  long lingerMillis() {
    return lingerMillis;
  }

  long timeoutMillis() {
    return timeoutMillis;
  }
}
