/** Collects the answers of a run and compares them with the right ones. See each type. */
@NullMarked
package io.amoeba.linearroad.answers;

import org.jspecify.annotations.NullMarked;
