/** The topics of a run. See each type. */
@NullMarked
package io.amoeba.linearroad.kafka;

import org.jspecify.annotations.NullMarked;
