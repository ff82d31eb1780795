/** The command {@code amoeba bench}. Confined to the main thread. */
@NullMarked
package io.amoeba.experiments.cli;

import org.jspecify.annotations.NullMarked;
