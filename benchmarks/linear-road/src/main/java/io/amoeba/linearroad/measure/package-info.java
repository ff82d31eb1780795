/**
 * Measurements of a run: samples, spans of time, and the figures of both placements. Immutable
 * unless a type says otherwise.
 */
@NullMarked
package io.amoeba.linearroad.measure;

import org.jspecify.annotations.NullMarked;
