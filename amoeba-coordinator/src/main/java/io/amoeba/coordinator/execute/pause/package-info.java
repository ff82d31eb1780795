/** How work that runs beside the loop is paused and aborted. */
@NullMarked
package io.amoeba.coordinator.execute.pause;

import org.jspecify.annotations.NullMarked;
