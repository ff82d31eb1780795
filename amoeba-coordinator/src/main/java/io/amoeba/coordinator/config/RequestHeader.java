package io.amoeba.coordinator.config;

import java.io.IOException;
import java.util.Optional;

/**
 * A header of each request to Flink, for what stands before it and wants to know who asks. Exactly
 * one of value and secret is there. Immutable.
 */
public record RequestHeader(String name, Optional<String> value, Optional<Secret> secret) {

  /** Read again for every request, so that a changed secret needs no restart. */
  public String current() throws IOException {
    return value.isPresent() ? value.get() : secret.orElseThrow().current();
  }
}
