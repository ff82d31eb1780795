/** Marked requests on their way to a thread. Runs on event loops: nothing here blocks. */
@NullMarked
package io.amoeba.priority.admission;

import org.jspecify.annotations.NullMarked;
