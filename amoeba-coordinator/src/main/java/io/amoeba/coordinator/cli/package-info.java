/** The {@code amoeba} command. Confined to the main thread. */
@NullMarked
package io.amoeba.coordinator.cli;

import org.jspecify.annotations.NullMarked;
