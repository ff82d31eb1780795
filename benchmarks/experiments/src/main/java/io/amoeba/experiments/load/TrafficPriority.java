package io.amoeba.experiments.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/** The class of service that requests ask a node with the request-priority agent for. */
public enum TrafficPriority {
  HIGH,
  NORMAL,
  LOW;

  private static final String KEY = "amoeba-priority";

  /** Of each request. */
  Map<String, ByteBuffer> payload() {
    return payload(toString());
  }

  /** Of each request that names a class of service; empty for an empty name. */
  public static Map<String, ByteBuffer> payload(String serviceClass) {
    return serviceClass.isEmpty()
        ? Map.of()
        : Map.of(KEY, ByteBuffer.wrap(serviceClass.getBytes(StandardCharsets.US_ASCII)));
  }

  /** As on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
