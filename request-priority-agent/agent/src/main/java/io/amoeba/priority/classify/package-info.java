/** Which class a client's request has. Runs on event loops: nothing here blocks. */
@NullMarked
package io.amoeba.priority.classify;

import org.jspecify.annotations.NullMarked;
