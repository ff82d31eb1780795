package io.amoeba.coordinator.config;

import io.amoeba.coordinator.approve.ApprovalPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Where plans are kept (empty: in memory only), what is approved without people in mode act, and
 * how long a plan's operators are measured before and after it. Immutable.
 */
public record PlanSettings(Optional<Path> file, ApprovalPolicy policy, Duration measured) {}
