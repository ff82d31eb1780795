/** What the checks of all agents in Cassandra need of real nodes. */
@NullMarked
package io.amoeba.agents.checks;

import org.jspecify.annotations.NullMarked;
