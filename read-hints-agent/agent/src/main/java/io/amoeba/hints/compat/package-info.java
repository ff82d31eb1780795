/** What the agent needs of each Cassandra release line. Immutable; loads no Cassandra class. */
@NullMarked
package io.amoeba.hints.compat;

import org.jspecify.annotations.NullMarked;
