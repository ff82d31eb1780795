/** The container engine of this machine, by its command line. Safe for concurrent use. */
@NullMarked
package io.amoeba.containers.engine;

import org.jspecify.annotations.NullMarked;
