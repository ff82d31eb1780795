/**
 * What the agent needs of each Cassandra release line, and the check that it is there. Immutable;
 * loads no Cassandra class.
 */
@NullMarked
package io.amoeba.streaming.compat;

import org.jspecify.annotations.NullMarked;
