/**
 * One read: the node is chosen, the proof taken before the read is sent, and the answer judged when
 * it is handed over. A read takes no lock. Safe for concurrent use.
 */
@NullMarked
package io.amoeba.freshreads.read;

import org.jspecify.annotations.NullMarked;
