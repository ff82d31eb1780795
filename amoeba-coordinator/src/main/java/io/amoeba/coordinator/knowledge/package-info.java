/**
 * What the loop remembers from tick to tick: plans, histories and switches. Safe for concurrent use
 * unless a type says otherwise.
 */
@NullMarked
package io.amoeba.coordinator.knowledge;

import org.jspecify.annotations.NullMarked;
