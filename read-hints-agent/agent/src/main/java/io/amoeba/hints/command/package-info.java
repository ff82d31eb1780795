/** Cassandra's read commands, in all release lines. Stateless. */
@NullMarked
package io.amoeba.hints.command;

import org.jspecify.annotations.NullMarked;
