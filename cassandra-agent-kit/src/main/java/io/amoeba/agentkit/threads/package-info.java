/** Threads of an agent in Cassandra. Stateless. */
@NullMarked
package io.amoeba.agentkit.threads;

import org.jspecify.annotations.NullMarked;
