/**
 * The reference model: the right answers to any Linear Road input, computed by the rules as they
 * are written, with exact arithmetic and on event time only. Everything is confined to one thread.
 */
@NullMarked
package io.amoeba.linearroad.reference;

import org.jspecify.annotations.NullMarked;
