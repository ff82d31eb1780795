/** Announced background work of one node, from its announcement to the return of the reads. */
@NullMarked
package io.amoeba.shift.protocol.work;

import org.jspecify.annotations.NullMarked;
