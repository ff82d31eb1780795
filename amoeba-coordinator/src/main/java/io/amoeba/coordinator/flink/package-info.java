/** The stream processor's driver: Flink's REST interface. Confined to the control-loop thread. */
@NullMarked
package io.amoeba.coordinator.flink;

import org.jspecify.annotations.NullMarked;
