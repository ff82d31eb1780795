/**
 * What the coordinator remembers from tick to tick: plans with their history, decisions, rates of
 * operators, and the mode. Safe for concurrent use unless a type says otherwise.
 */
@NullMarked
package io.amoeba.coordinator.knowledge;

import org.jspecify.annotations.NullMarked;
