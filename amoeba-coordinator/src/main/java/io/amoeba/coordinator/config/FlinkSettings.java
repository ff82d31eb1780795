package io.amoeba.coordinator.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where Flink's REST interface is and how to speak with it, which job to align (empty: the only
 * one), and which of its keyed operators the store is to follow (empty: none). Immutable.
 */
public record FlinkSettings(
    URI url,
    ClientTls tls,
    List<RequestHeader> headers,
    Optional<String> job,
    Optional<String> storeFollows,
    Duration timeout) {

  public FlinkSettings {
    headers = List.copyOf(headers);
  }
}
