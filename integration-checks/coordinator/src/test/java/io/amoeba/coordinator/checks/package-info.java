/** The coordinator with real Flink and Redis processes. */
@NullMarked
package io.amoeba.coordinator.checks;

import org.jspecify.annotations.NullMarked;
