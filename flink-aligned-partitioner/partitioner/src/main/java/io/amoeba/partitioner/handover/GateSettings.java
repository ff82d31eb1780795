package io.amoeba.partitioner.handover;

import java.io.Serializable;

/** What a gate is told when the job is built. Immutable. */
public final class GateSettings implements Serializable {

  private static final long serialVersionUID = 1L;

  /** More than the network buffers of one exchange hold at Flink's default settings. */
  private static final int IN_FLIGHT_RECORDS = 65_536;

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

  int inFlightRecords() {
    return IN_FLIGHT_RECORDS;
  }

  long lingerMillis() {
    return lingerMillis;
  }

  long timeoutMillis() {
    return timeoutMillis;
  }
}
