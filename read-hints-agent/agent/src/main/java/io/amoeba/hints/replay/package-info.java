/** Hints that have arrived, and the local reads that they cause, on threads of their own. */
@NullMarked
package io.amoeba.hints.replay;

import org.jspecify.annotations.NullMarked;
