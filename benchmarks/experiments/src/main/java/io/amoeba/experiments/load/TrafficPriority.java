package io.amoeba.experiments.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/** The class of service that requests ask a node with the request-priority agent for. */
enum TrafficPriority {
  HIGH,
  NORMAL,
  LOW;

  private static final String KEY = "amoeba-priority";

  /** Of each request. */
  Map<String, ByteBuffer> payload() {
    return Map.of(KEY, ByteBuffer.wrap(toString().getBytes(StandardCharsets.US_ASCII)));
  }

  /** As on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
