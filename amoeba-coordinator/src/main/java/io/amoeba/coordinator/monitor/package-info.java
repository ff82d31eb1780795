/**
 * What the coordinator knows about the stream processor, the store and the task managers, and the
 * ports that fetch it: immutable records, safe for concurrent use.
 */
@NullMarked
package io.amoeba.coordinator.monitor;

import org.jspecify.annotations.NullMarked;
