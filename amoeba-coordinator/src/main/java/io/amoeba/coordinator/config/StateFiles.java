package io.amoeba.coordinator.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a coordinator keeps what a later one must find. Immutable.
 *
 * @param placements maps that routers may be switching to; empty: nowhere
 * @param plans with their history; files beside it hold what is half done; empty: in memory only
 */
public record StateFiles(Optional<Path> placements, Optional<Path> plans) {}
