/** What the agent needs of each Cassandra release line. Immutable; loads no Cassandra class. */
@NullMarked
package io.amoeba.shift.compat;

import org.jspecify.annotations.NullMarked;
