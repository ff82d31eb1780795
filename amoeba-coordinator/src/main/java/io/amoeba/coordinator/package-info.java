/** The coordinator as a whole: its parts wired together, and the threads that drive them. */
@NullMarked
package io.amoeba.coordinator;

import org.jspecify.annotations.NullMarked;
