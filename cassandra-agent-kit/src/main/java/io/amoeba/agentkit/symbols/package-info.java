/**
 * What an agent needs of a Cassandra release line, and the check that it is there. Immutable; loads
 * no Cassandra class.
 */
@NullMarked
package io.amoeba.agentkit.symbols;

import org.jspecify.annotations.NullMarked;
