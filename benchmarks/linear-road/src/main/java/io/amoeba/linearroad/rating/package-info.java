/** Finds the L-rating of a machine. Confined to one thread. */
@NullMarked
package io.amoeba.linearroad.rating;

import org.jspecify.annotations.NullMarked;
