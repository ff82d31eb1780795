package io.amoeba.coordinator.changes.parallelism;

import com.fasterxml.jackson.annotation.JsonValue;

/** How a job gets another parallelism. */
public enum RescaleWay {
  /** It is stopped with a savepoint, and its program is started from there. Any scheduler. */
  SAVEPOINT("savepoint"),

  /** Its resource requirements are changed; Flink's adaptive scheduler does the rest. */
  IN_PLACE("in-place");

  private final String text;

  RescaleWay(String text) {
    this.text = text;
  }

  /** As configuration, API and files write it. */
  @JsonValue
  public String text() {
    return text;
  }

  /**
   * The way of a text.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static RescaleWay of(String text) {
    for (RescaleWay way : values()) {
      if (way.text.equals(text)) {
        return way;
      }
    }
    throw new IllegalArgumentException("there is no way '" + text + "' to rescale a job");
  }
}
