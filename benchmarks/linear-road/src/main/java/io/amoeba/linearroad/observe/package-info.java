/**
 * Reads what the job and the coordinator do, over their HTTP interfaces. Confined to the observing
 * thread unless a type says otherwise.
 */
@NullMarked
package io.amoeba.linearroad.observe;

import org.jspecify.annotations.NullMarked;
