/**
 * The drivers of the stream processor, by Flink's REST interface. The monitor is confined to the
 * control-loop thread, the control of jobs to the thread of the operations, the inspector to the
 * caller's.
 */
@NullMarked
package io.amoeba.coordinator.flink;

import org.jspecify.annotations.NullMarked;
