package io.amoeba.coordinator.config;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * Where Flink's REST interface is, which job to align (empty: the only one), and which of its keyed
 * operators the store is to follow (empty: none). Immutable.
 */
public record FlinkSettings(
    URI url, Optional<String> job, Optional<String> storeFollows, Duration timeout) {}
