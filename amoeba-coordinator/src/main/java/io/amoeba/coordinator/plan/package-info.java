/**
 * Plans, their rules and checks, as every kind of change uses them. Immutable records and pure
 * functions, safe for concurrent use.
 */
@NullMarked
package io.amoeba.coordinator.plan;

import org.jspecify.annotations.NullMarked;
