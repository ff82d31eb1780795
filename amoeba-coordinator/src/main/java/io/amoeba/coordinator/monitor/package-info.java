/**
 * Snapshots of the stream processor, the Redis cluster and the TaskManagers, and the ports that
 * fetch them: immutable records, safe for concurrent use.
 */
@NullMarked
package io.amoeba.coordinator.monitor;

import org.jspecify.annotations.NullMarked;
