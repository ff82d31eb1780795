package io.amoeba.coordinator.config;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** Where Flink's REST interface is, and which job to align (empty: the only one). Immutable. */
public record FlinkSettings(URI url, Optional<String> job, Duration timeout) {}
