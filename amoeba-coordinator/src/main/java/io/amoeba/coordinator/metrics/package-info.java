/** Every meter of the coordinator with its name and unit. Safe for concurrent use. */
@NullMarked
package io.amoeba.coordinator.metrics;

import org.jspecify.annotations.NullMarked;
