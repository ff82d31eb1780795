/** The load of the machine that Cassandra runs on. Stateless. */
@NullMarked
package io.amoeba.agentkit.load;

import org.jspecify.annotations.NullMarked;
