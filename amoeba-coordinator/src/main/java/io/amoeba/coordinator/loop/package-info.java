/** The monitor-analyze-plan-execute loop and the threads that drive it. */
@NullMarked
package io.amoeba.coordinator.loop;

import org.jspecify.annotations.NullMarked;
