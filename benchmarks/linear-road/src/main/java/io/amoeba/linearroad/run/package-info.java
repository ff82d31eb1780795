/**
 * One run: the phases from the warm-up to the last answer, and the checks. A run is confined to one
 * thread unless a type says otherwise.
 */
@NullMarked
package io.amoeba.linearroad.run;

import org.jspecify.annotations.NullMarked;
