/** Which rows of a partition a read asks for. Immutable. */
@NullMarked
package io.amoeba.hints.protocol.selection;

import org.jspecify.annotations.NullMarked;
