/** The command {@code amoeba linear-road} and its options. Confined to the main thread. */
@NullMarked
package io.amoeba.linearroad.cli;

import org.jspecify.annotations.NullMarked;
