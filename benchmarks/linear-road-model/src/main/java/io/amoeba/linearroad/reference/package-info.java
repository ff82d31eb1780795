/** The reference model: right answers by exact arithmetic. Confined to one thread. */
@NullMarked
package io.amoeba.linearroad.reference;

import org.jspecify.annotations.NullMarked;
