package io.amoeba.embedded.kafka;

import java.util.Map;

/**
 * How the broker is started. Immutable.
 *
 * @param heapMegabytes largest heap
 * @param config broker configuration that is added to or replaces the defaults
 */
public record KafkaSettings(int heapMegabytes, Map<String, String> config) {
  private static final int DEFAULT_HEAP_MEGABYTES = 384;
  private static final int OUTSIDE_HEAP_MEGABYTES = 160;

  public KafkaSettings {
    config = Map.copyOf(config);
  }

  public static KafkaSettings defaults() {
    return new KafkaSettings(DEFAULT_HEAP_MEGABYTES, Map.of());
  }

  /** What the broker takes in all. */
  public int expectedMegabytes() {
    return heapMegabytes + OUTSIDE_HEAP_MEGABYTES;
  }
}
