package io.amoeba.partitioner.handover;

import java.io.Serializable;

/** A gate's settings, from the time when the job is built. Immutable. */
public final class GateSettings implements Serializable {

  private static final long serialVersionUID = 1L;

  /** More than the network buffers of one channel hold at Flink's default settings. */
  private static final int IN_FLIGHT_RECORDS_PER_ROUTER = 65_536;

  /** Likewise: 2 exclusive and 8 floating buffers of 32 KiB, and as many before the network. */
  private static final long IN_FLIGHT_BYTES_PER_ROUTER = 4L << 20;

  private final String name;
  private final int bufferRecords;
  private final long bufferBytes;
  private final long lingerMillis;
  private final long timeoutMillis;

  /** Settings of the gate of an operator. */
  public GateSettings(
      String name, int bufferRecords, long bufferBytes, long lingerMillis, long timeoutMillis) {
    this.name = name;
    this.bufferRecords = bufferRecords;
    this.bufferBytes = bufferBytes;
    this.lingerMillis = lingerMillis;
    this.timeoutMillis = timeoutMillis;
  }

  String name() {
    return name;
  }

  /** Whether no more is to be kept, now that pushing back keeps no marker away. */
  boolean isFull(HoldBuffer<?> held) {
    return held.size() >= bufferRecords || held.bytes() >= bufferBytes;
  }

  /**
   * Whether more is kept than what pushing back leaves in the network while markers are missing.
   */
  boolean isFullBeforeMarkers(HoldBuffer<?> held, int routers) {
    return held.size() >= bufferRecords + (long) routers * IN_FLIGHT_RECORDS_PER_ROUTER
        || held.bytes() >= bufferBytes + routers * IN_FLIGHT_BYTES_PER_ROUTER;
  }

  long lingerMillis() {
    return lingerMillis;
  }

  long timeoutMillis() {
    return timeoutMillis;
  }
}
