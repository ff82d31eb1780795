package io.amoeba.coordinator.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How coordinators that share their work find out who leads. Immutable.
 *
 * @param folder that all of them see
 * @param length after which one that does not renew it leads no more
 * @param address where others reach this one; empty: where it listens
 */
public record LeaseSettings(Path folder, Duration length, Optional<String> address) {}
