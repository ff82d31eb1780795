/** Finds the class paths of the servers on disk. Immutable, so safe for concurrent use. */
@NullMarked
package io.amoeba.embedded.runtime;

import org.jspecify.annotations.NullMarked;
